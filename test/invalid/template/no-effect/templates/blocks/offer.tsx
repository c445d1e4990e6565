export default function Offer() {
  return (
    <p style={{ color: 'red' }}>
      Ask early. <button onClick={() => alert('Now')}>Why?</button>
    </p>
  )
}
