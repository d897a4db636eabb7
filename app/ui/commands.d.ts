/** The `command` attributes of HTML, which React passes through and its types do not name yet. */
import 'react'

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
}
