import type { ProxyPolicy } from './connect/proxy-rules.ts'
import type { ResolveHost } from './connect/resolve-host.ts'

/** One of this server's own endpoints (database, administration), shut whatever ranges are open. */
export interface DeniedAddress {
  address: string
  port: number
}

/** Which of the addresses that are shut by default the operator has opened, and which more are shut. */
export interface AddressPolicy {
  /** Addresses and ranges, `10.1.0.0/16` or `fd00::1`. Cloud metadata opens only where named exactly. */
  allowCidrs: readonly string[]
  deniedAddresses?: readonly DeniedAddress[]
  /** Host names, or `*.example.com` for all under one. */
  deniedHosts?: readonly string[]
  /**
   * The addresses of this machine's own interfaces, read at each check, since they change. What listens there may be
   * shielded from everybody but this machine. Like metadata they open only where named exactly.
   */
  selfAddresses?: () => ReadonlySet<string>
  /** Ports that are reachable at this machine's public addresses all the same: what it serves to everybody. */
  publicPorts?: readonly number[]
}

export interface OutboundPolicy extends AddressPolicy {
  /** Sent where the request brings no User-Agent of its own. */
  userAgent: string
  /** For everything: look-up, connecting, redirects and the body. */
  timeoutMs?: number
  maxRedirects?: number
  /** Bytes of body kept, after decompression. */
  maxBodyBytes?: number
  maxHeaderBytes?: number
  /** How long an unused connection waits for the next call of the same partition. */
  keepAliveMs?: number
  /** Unused connections kept in all; the oldest is closed for the next. */
  maxIdleConnections?: number
  /** How long an answer of the resolver is used again. It is vetted at each use. */
  dnsCacheMs?: number
  resolve?: ResolveHost
  /** Null, or none: every connection is made by this machine. */
  proxy?: ProxyPolicy | null
}

export interface Limits {
  userAgent: string
  timeoutMs: number
  maxRedirects: number
  maxBodyBytes: number
  maxHeaderBytes: number
  keepAliveMs: number
  maxIdleConnections: number
  dnsCacheMs: number
}

export const limitsOf = (policy: OutboundPolicy): Limits => ({
  userAgent: policy.userAgent,
  timeoutMs: policy.timeoutMs ?? 30_000,
  maxRedirects: policy.maxRedirects ?? 10,
  maxBodyBytes: policy.maxBodyBytes ?? 1_048_576,
  maxHeaderBytes: policy.maxHeaderBytes ?? 65_536,
  keepAliveMs: policy.keepAliveMs ?? 3_000,
  maxIdleConnections: policy.maxIdleConnections ?? 1_024,
  dnsCacheMs: policy.dnsCacheMs ?? 1_000,
})
