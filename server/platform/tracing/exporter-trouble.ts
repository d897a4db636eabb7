/** Logs once when spans cannot be sent: the exporter itself does not. */
import type { SpanExporter } from '@opentelemetry/sdk-trace'

const SENT = 0 // `ExportResultCode.SUCCESS`, from a package that is loaded only with the rest.

/** The same exporter. `onTrouble`: at the first failure, and at the first after a success. */
export function reportingTrouble(exporter: SpanExporter, onTrouble: (error: unknown) => void): SpanExporter {
  let isTroubled = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== SENT && !isTroubled) onTrouble(result.error)
        isTroubled = result.code !== SENT
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
