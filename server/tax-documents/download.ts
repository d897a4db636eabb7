/** A tax document as a file that a person downloads. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import type { App } from '#server/context'

/** `name`: of the file. `content`: a PDF; null while too many others are being rendered. */
export type Download = { name: string; content: Uint8Array | null }

export async function drawDownload({ pdf }: Pick<App, 'pdf'>, name: string, sheet: DocumentSheet): Promise<Download> {
  return { name, content: await pdf.renderForDownload(sheet) }
}
