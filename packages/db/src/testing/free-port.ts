export { freePort } from '@knockwire/embedded-postgres/free-port'
