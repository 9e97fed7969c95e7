export { ReceiverList as Component } from '../features/receivers/list/receiver-list.tsx'
