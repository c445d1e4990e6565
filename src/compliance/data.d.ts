declare module '*.yaml' {
  const data: unknown
  export default data
}
declare module '*.model' {
  const base64: string
  export default base64
}
