import { parentPort } from 'node:worker_threads'
import type { RenderRequest } from './render-in-worker.ts'
import { renderSheet } from './render-sheet.ts'

parentPort?.on('message', ({ sheet, pageSize }: RenderRequest) => {
  // An unhandled rejection ends the thread with its error: the next sheet gets a new thread.
  void renderSheet(sheet, pageSize).then((pdf) => parentPort?.postMessage(pdf, []))
})
