/** The page /sandbox, as people use it without scripts. */
import type { Hono } from 'hono'
import { expect } from 'vitest'

export function useControlPage(pages: () => Hono) {
  const show = async (path = '/sandbox') => (await pages().request(path)).text()
  const post = async (path: string, fields: Record<string, string> = {}) =>
    pages().request(`/sandbox/${path}`, { method: 'POST', body: new URLSearchParams(fields) })

  /** Presses the first button with these words, which has to be on the page. */
  async function press(words: string): Promise<void> {
    const forms = [...(await show()).matchAll(/<form method="post" action="([^"]+)">([\s\S]*?)<\/form>/g)]
    const form = forms.find(([, , inside = '']) => new RegExp(`<button[^>]*>${words}</button>`).test(inside))
    expect(form, `a button “${words}”`).toBeDefined()
    const response = await pages().request(form![1]!, { method: 'POST' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/sandbox'])
  }
  return { show, post, press }
}
