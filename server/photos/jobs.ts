import type { Job } from '../jobs/job.ts'
import { deleteDuePhotos, deletePhotosJob } from './delete-due-photos.ts'

export const photoJobs: Job[] = [{ name: deletePhotosJob, run: deleteDuePhotos }]
