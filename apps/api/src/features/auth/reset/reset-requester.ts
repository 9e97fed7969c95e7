import { clientNetwork } from '../client-network.ts'
import type { Client } from '../client.ts'

/** Whose code it is: a code that was asked for from one network is tried from that network only. */
export const resetRequester = ({ address }: Client): string => `network:${clientNetwork(address)}`
