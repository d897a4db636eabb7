/** A document as a string, by Vite. */
declare module '*.md?raw' {
  const text: string
  export default text
}
