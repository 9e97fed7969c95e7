import type { Lease } from '@knockwire/queue/leases'

export type RunLease = Lease<'run'>

/** Which executions of this process's leases have not ended. */
export class OpenExecutions {
  readonly #ofLease = new Map<RunLease, Set<string>>()
  readonly #leaseOf = new Map<string, RunLease>()

  /** An execution that is open already, in another job, stays with that job. */
  add(lease: RunLease) {
    const ids = new Set(lease.job.data.executionIds.filter((id) => !this.#leaseOf.has(id)))
    this.#ofLease.set(lease, ids)
    for (const id of ids) this.#leaseOf.set(id, lease)
  }

  idsOf(lease: RunLease): string[] {
    return [...(this.#ofLease.get(lease) ?? [])]
  }

  /** Notes that executions have ended, and returns the leases of which no execution is open any more. */
  end(executionIds: readonly string[]): RunLease[] {
    const leases = new Set<RunLease>()
    for (const id of executionIds) {
      const lease = this.#leaseOf.get(id)
      this.#leaseOf.delete(id)
      if (lease === undefined) continue
      this.#ofLease.get(lease)?.delete(id)
      leases.add(lease)
    }
    return [...leases].filter((lease) => this.#ofLease.get(lease)?.size === 0)
  }

  remove(lease: RunLease) {
    for (const id of this.idsOf(lease)) this.#leaseOf.delete(id)
    this.#ofLease.delete(lease)
  }
}
