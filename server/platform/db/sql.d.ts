/** A file of SQL as text: the bundler takes it along. */
declare module '*.sql?raw' {
  const text: string
  export default text
}
