import type { App } from '#server/context'

/** The same app on a connection that counts the statements it has sent. */
export function countStatements(app: App) {
  const sent = { count: 0 }
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      sent.count += 1
      return result
    },
  })
  return { app: { ...app, db }, sent }
}
