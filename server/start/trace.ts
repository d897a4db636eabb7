/** Opens the traces that OTEL_EXPORTER_OTLP_ENDPOINT asks for. */
import type { Config } from '#server/platform/config'
import type { App } from '#server/context'
import type { Bundle } from '#server/start/bundle'

export async function traceTo(bundle: Bundle, config: Config, log: App['log']): Promise<App['tracing']> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE: role } = config
  if (!endpoint) return bundle.UNTRACED
  const onTrouble = (error: unknown) => log.warn('traces not sent', { error })
  return bundle.openTracing({ endpoint, version: bundle.VERSION, role, onTrouble })
}
