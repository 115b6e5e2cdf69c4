import { parentPort } from 'node:worker_threads'
import type { RenderRequest } from './render-in-worker.ts'
import { renderReport, renderSheet } from './render-sheet.ts'

function render(request: RenderRequest): Promise<Buffer> {
  return 'report' in request
    ? renderReport(request.report, request.pageSize)
    : renderSheet(request.sheet, request.pageSize)
}

parentPort?.on('message', (request: RenderRequest) => {
  // An unhandled rejection ends the thread with its error: the next document gets a new thread.
  void render(request).then((pdf) => parentPort?.postMessage(pdf, []))
})
