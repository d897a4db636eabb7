/** Terms and privacy: the operator's own text, or the demo's, which says that it is one. */
import type { ReactNode } from 'react'
import * as m from '#messages/site'
import { monthOfKey, dateOfKey } from '#words/time'
import type { LangAttributes } from '../lang-attributes.ts'
import { Notice } from '../controls/notice.tsx'
import { PageHead } from './page-head.tsx'
import { readPlainText, type Block } from './plain-text.ts'
import { ProsePage } from './prose.tsx'
import { SupportAddress } from './support-address.tsx'
import { rich } from '../rich.tsx'

export type LegalText = {
  text: string
  /** The month or day it is from: "2026-11" or "2026-11-30". */
  version: string
  /** True when the operator wrote it. */
  own: boolean
  /** Attributes of the text, if it is not in the language of the page. */
  langAttributes?: LangAttributes
}

type LegalPageProps = {
  title: string
  description: string
  path: string
  legal: LegalText
  /** What the product itself adds below it. */
  children?: ReactNode
}

export function LegalPage({ title, description, path, legal, children }: LegalPageProps) {
  return (
    <ProsePage title={title} lead={m.legalVersion({ version: legal.version, date: formatDate(legal.version) })}>
      <PageHead title={title} description={description} path={path} />
      <div className="max-w-3xl">
        {!legal.own && (
          <div className="mt-6">
            <Notice>{rich(m.demoText({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}</Notice>
          </div>
        )}
        {readPlainText(legal.text).map((block, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- The text of a page does not change its order.
          <LegalBlock key={index} block={block} langAttributes={legal.langAttributes} />
        ))}
        {children}
        <p className="mt-10 border-t border-hair pt-6 text-ink-2">
          {rich(m.legalQuestion({ address: (text) => <SupportAddress fallback={text} /> }))}
        </p>
      </div>
    </ProsePage>
  )
}

function LegalBlock({ block, langAttributes }: { block: Block; langAttributes: LegalText['langAttributes'] }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 {...langAttributes} className="mt-10 text-xl">
          {block.text}
        </h2>
      )
    case 'subheading':
      return (
        <h3 {...langAttributes} className="mt-6 text-lg">
          {block.text}
        </h3>
      )
    case 'paragraph':
      return (
        <p {...langAttributes} className="mt-3 max-w-prose">
          {block.text}
        </p>
      )
  }
}

/** "November 2026", "30 November 2026" */
function formatDate(version: string): string {
  return version.length > 'YYYY-MM'.length ? dateOfKey(version) : monthOfKey(version)
}
