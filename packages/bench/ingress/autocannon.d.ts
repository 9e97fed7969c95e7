declare module 'autocannon' {
  interface Sent {
    method: string
    path: string
    headers: Record<string, string>
    body: string
  }
  export interface Client {
    /** Builds what is sent for each, which takes its time. */
    setRequests: (requests: Sent[]) => void
    requestIterator: { requests: Sent[]; currentRequest: Sent | undefined; currentRequestIndex: number }
  }
  interface Options {
    url: string
    connections: number
    duration: number
    overallRate?: number
    method: string
    headers: Record<string, string>
    body: string
    setupClient: (client: Client) => void
  }
  interface Result {
    requests: { average: number }
    latency: { p50: number; p99: number }
    '2xx': number
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
