import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const AttributeValue = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
])
const Attributes = z
  .array(z.object({ key: z.string(), value: AttributeValue }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])))
/** Nanoseconds since 1970 are more than a number holds: rounded to microseconds. */
const UnixNano = z
  .union([z.string(), z.number()])
  .transform((nanoseconds) => Math.round(Number(nanoseconds) / 1e3) / 1e3)

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: UnixNano,
  endTimeUnixNano: UnixNano,
  attributes: Attributes,
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
})
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** As OTLP has it, with times in epoch milliseconds. */
export type CollectedSpan = z.infer<typeof Span> & { resource: z.infer<typeof Attributes> }

export interface TraceCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  origin: string
  /** What it took, in the order it came. */
  spans: CollectedSpan[]
  /** Exports that came, answered or not. */
  exports: () => number
  close: () => Promise<void>
}

/** A collector of OTLP over HTTP in JSON; one that hangs takes what comes and never answers. */
export const startTraceCollector = async ({ hangs = false } = {}): Promise<TraceCollector> => {
  const spans: CollectedSpan[] = []
  let exports = 0
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).map(String).join('')
    exports += 1
    if (hangs) return
    const isTraces = request.method === 'POST' && request.url === '/v1/traces'
    if (!isTraces) return void response.writeHead(404).end()
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, resource: resource.attributes })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    spans,
    exports: () => exports,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
