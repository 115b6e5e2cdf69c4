import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Buckets from the fastest answer to the longest timeout of a request. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const querySeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 8]

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the metrics that one process counts. No label contains personal data: labels are route patterns,
 * statuses and names of our own.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'dashfit_http_request_duration_seconds',
      help: 'Answered requests by route and status, and how long they took.',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    }),
    queries: new Histogram({
      name: 'dashfit_query_duration_seconds',
      help: 'Queries, and how long the database took for them.',
      buckets: querySeconds,
      registers,
    }),
    slowQueries: new Counter({
      name: 'dashfit_slow_queries_total',
      help: 'Queries that took SLOW_QUERY_MS or longer; the log has each.',
      registers,
    }),
    poolWait: new Histogram({
      name: 'dashfit_pool_wait_seconds',
      help: 'How long work waited for a connection of the pool.',
      buckets: querySeconds,
      registers,
    }),
    jobs: new Histogram({
      name: 'dashfit_job_duration_seconds',
      help: 'Runs of each job in this process by how they ended (done, failed), and how long they took.',
      labelNames: ['job_name', 'outcome'],
      buckets: seconds,
      registers,
    }),
    jobsDoneAt: new Gauge({
      name: 'dashfit_job_last_done_timestamp_seconds',
      help: 'When this process last ran each job to its end.',
      // Prometheus reserves `job` for the scraped target.
      labelNames: ['job_name'],
      registers,
    }),
    cardCalls: new Histogram({
      name: 'dashfit_card_call_duration_seconds',
      help: 'Calls to the card provider by their outcome (2xx, 4xx, 5xx, none), until the answer began.',
      labelNames: ['call', 'outcome'],
      buckets: seconds,
      registers,
    }),
    liveStreams: new Gauge({
      name: 'dashfit_live_streams',
      help: 'Open event streams of staff pages in this process.',
      registers,
    }),
    liveNews: new Counter({
      name: 'dashfit_live_news_total',
      help: 'News that this process received from the database, by channel.',
      labelNames: ['channel'],
      registers,
    }),
    liveReconnects: new Counter({
      name: 'dashfit_live_reconnects_total',
      help: 'Times that the connection for live news was lost, or not found.',
      registers,
    }),
    cardLimitRefusals: new Counter({
      name: 'dashfit_card_limit_refusals_total',
      help: 'Cards that were not tried because an account, a network or the card itself was over its limit.',
      registers,
    }),
  }
}
