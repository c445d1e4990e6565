// @ts-expect-error There is no such package.
import chart from 'chart-that-is-not-installed'

export default function Home() {
  return <p>{chart}</p>
}
