export { call as callWithTimeout } from './client.ts'
