/** 'Add Mentor Schedule': a link to the form's page. With scripts it opens the dialog, whose script is loaded then. */
import { useRef, useState, type ComponentType, type MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { localPath } from '#words/local-path'
import { isPlainClick } from '../../browser/plain-click.ts'
import { buttonClass } from '../../controls/button.tsx'

const PATH = '/become-a-mentor/apply'
type DialogComponent = ComponentType<{ open: boolean; onClose: () => void }>

const loadDialog = () => import('./application-dialog.tsx')
const preload = () => void loadDialog().catch(() => {}) // A click tries again, and then follows the link.

export function ApplicationLink({ label }: { label: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  const [Dialog, setDialog] = useState<DialogComponent | null>(null)
  const { key } = useLocation()
  // An application that was sent leads to its page, which may be this one: the dialog is open in one visit only.
  const [openIn, setOpenIn] = useState<string | null>(null)

  const press = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    try {
      const loaded = await loadDialog()
      setDialog(() => loaded.default)
      setOpenIn(key)
    } catch {
      window.location.assign(localPath(PATH))
    }
  }
  const close = () => {
    setOpenIn(null)
    link.current?.focus()
  }
  return (
    <>
      <a
        ref={link}
        href={localPath(PATH)}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => void press(event)}
        className={buttonClass()}
      >
        {label}
      </a>
      {Dialog && <Dialog open={openIn === key} onClose={close} />}
    </>
  )
}
