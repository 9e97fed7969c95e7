import { createContext } from 'react'
import type { NotificationOwner } from '../owner.ts'

/** Whose conditions are edited: the latest execution of a task fills in some of what is offered. */
export const PresetOwnerContext = createContext<NotificationOwner>({ kind: 'receiver', id: '' })
