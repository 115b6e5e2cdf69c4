import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { keepLayoutHint } from './layout-hint.ts'
import { refreshSession } from './session.ts'

/** After the server has opened a session: tells the person, reads the session, goes to the scheduler. */
export async function finishSignIn(notice: { title: string; description: string }): Promise<void> {
  keepLayoutHint()
  toast(notice)
  await refreshSession()
  navigate(paths.scheduler, { replace: true })
}
