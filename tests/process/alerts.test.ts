/** The alert rules of deploy/monitoring/ as Prometheus computes them, from what an installation measures minute by minute. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { obtainProgram } from '../../scripts/deploy-programs.ts'
import { folder, useFolder } from '../support/folder.ts'

const RULES = resolve('deploy/monitoring/alerts.yml')
const ALERTS = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
const MINUTES = 13 * 60 // Beyond the longest time for which something has to last.

/** What a series says from minute to minute: `begins`, and so much more each minute. Null: it is not there. */
type Values = number | [begins: number, more: number] | null
type Measured = Record<string, Values>

const PROCESS = 'instance="web1:9464",job="landfall"'
const REQUESTS = 'landfall_request_duration_seconds'

/** Series by name and labels, of an installation with nothing to complain about. */
const WELL: Measured = {
  [`up{${PROCESS}}`]: 1,
  [`landfall_database_up{${PROCESS}}`]: 1,
  [`landfall_clock_offset_seconds{${PROCESS}}`]: -0.2,
  'landfall_violations{invariant="no_overlaps"}': 0,
  'landfall_concerns_open{}': 0,
  'landfall_holds_live{}': 1,
  'landfall_last_webhook_seconds{}': 90,
  'landfall_oldest_waiting_seconds{kind="event"}': 2,
  'landfall_oldest_waiting_seconds{kind="refund"}': 30,
  'landfall_oldest_waiting_seconds{kind="mail"}': 2,
  'landfall_oldest_waiting_seconds{kind="webhook"}': 2,
  'landfall_oldest_waiting_seconds{kind="job"}': 2,
  'landfall_job_last_success_timestamp_seconds{name="sweep"}': [0, 60],
  'landfall_requests_refused_total{reason="busy"}': 7,
  'landfall_requests_refused_total{reason="network"}': [0, 5],
  'landfall_database_connections{pool="main",state="waiting"}': 0,
  [`${REQUESTS}_count{status="200"}`]: [0, 585],
  [`${REQUESTS}_count{status="429"}`]: [0, 9],
  [`${REQUESTS}_count{status="500"}`]: [0, 6],
  [`${REQUESTS}_bucket{le="1"}`]: [0, 600],
  [`${REQUESTS}_bucket{le="2.5"}`]: [0, 600],
  [`${REQUESTS}_bucket{le="+Inf"}`]: [0, 600],
}

/** What is read from the database, and missing while it does not say it. */
const NOT_READ: Measured = Object.fromEntries(
  Object.keys(WELL)
    .filter((series) => /violations|concerns|holds|webhook_seconds|waiting_seconds/.test(series))
    .map((series) => [series, null]),
)

type Raised = { alert: string; labels?: Record<string, string>; summary: string }

useFolder()

/** Expects these alarms and no other at each of these minutes. */
function expectAlarms(measured: Measured, expected: [minute: number, raised: Raised[]][]): void {
  const series = Object.entries({ ...WELL, ...measured }).flatMap(([name, values]) => {
    if (values === null) return []
    const [begins, more] = typeof values === 'number' ? [values, 0] : values
    return [{ series: name, values: `${begins}+${more}x${MINUTES}` }]
  })
  const checks = expected.flatMap(([minute, raised]) =>
    ALERTS.map((alertname) => ({
      eval_time: `${minute}m`,
      alertname,
      exp_alerts: raised
        .filter(({ alert }) => alert === alertname)
        .map(({ labels = {}, summary }) => ({
          exp_labels: { severity: readSeverity(alertname), ...labels },
          exp_annotations: { summary },
        })),
    })),
  )
  const test = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: series, alert_rule_test: checks }],
  }
  const file = join(folder, 'alerts.yml')
  writeFileSync(file, JSON.stringify(test)) // Which is YAML, too.
  const { status, stdout, stderr } = spawnSync(obtainProgram('promtool'), ['test', 'rules', file], { encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
}

const readSeverity = (alert: string) =>
  new RegExp(`alert: ${alert}\\n[\\s\\S]*?severity: (\\w+)`).exec(readFileSync(RULES, 'utf8'))![1]!

type Case = { when: string; measured: Measured; from: number } & Raised

const OF_PROCESS = { instance: 'web1:9464', job: 'landfall' }

/** `from`: the minute from which it is raised; not in the minute before. */
const CASES: Case[] = [
  {
    alert: 'LandfallDown',
    when: 'a process has not responded for two minutes',
    measured: { [`up{${PROCESS}}`]: 0 },
    from: 2,
    labels: OF_PROCESS,
    summary: 'A process does not answer its monitoring',
  },
  {
    alert: 'LandfallDatabaseAway',
    when: 'the database has not responded for two minutes, and nothing is read from it',
    measured: { ...NOT_READ, [`landfall_database_up{${PROCESS}}`]: 0 },
    from: 2,
    labels: OF_PROCESS,
    summary: 'The database does not answer a process',
  },
  {
    alert: 'LandfallNotCounted',
    when: 'the database answers, and nothing has been read from it for ten minutes',
    measured: NOT_READ,
    from: 10,
    summary: 'Nothing is read from the database for the metrics: it fails or takes more than two seconds',
  },
  {
    alert: 'LandfallInvariantBroken',
    when: 'an invariant has been broken for five minutes',
    measured: { 'landfall_violations{invariant="no_overlaps"}': 1 },
    from: 5,
    labels: { invariant: 'no_overlaps' },
    summary: 'Bookings or money break no_overlaps',
  },
  {
    alert: 'LandfallClockDiffers',
    when: 'a clock has been 45 seconds behind for two minutes',
    measured: { [`landfall_clock_offset_seconds{${PROCESS}}`]: -45 },
    from: 2,
    labels: OF_PROCESS,
    summary: 'A machine’s clock is 45 s off; it takes no part in the rounds',
  },
  {
    alert: 'LandfallClockDrifts',
    when: 'a clock has been 25 seconds behind for five minutes',
    measured: { [`landfall_clock_offset_seconds{${PROCESS}}`]: -25 },
    from: 5,
    labels: OF_PROCESS,
    summary: 'A machine’s clock is 25 s off; beyond 30 s it takes no part in the rounds',
  },
  {
    alert: 'LandfallEventsWait',
    when: 'an event of the payment service has waited for ten minutes, for another five',
    measured: { 'landfall_oldest_waiting_seconds{kind="event"}': [601, 60] },
    from: 5,
    summary: 'An event of the payment service has waited for 15m 1s',
  },
  {
    alert: 'LandfallRefundsWait',
    when: 'a refund has waited for more than an hour',
    measured: { 'landfall_oldest_waiting_seconds{kind="refund"}': [0, 60] },
    from: 61,
    summary: 'A refund has waited for 1h 1m 0s',
  },
  {
    alert: 'LandfallMailsWait',
    when: 'an email has waited for a quarter of an hour, for another five minutes',
    measured: { 'landfall_oldest_waiting_seconds{kind="mail"}': [901, 60] },
    from: 5,
    summary: 'An email has waited for 20m 1s',
  },
  ...['job', 'webhook'].map((kind) => ({
    alert: 'LandfallJobsWait',
    when: `a ${kind} has been due for a quarter of an hour, for another five minutes`,
    measured: { [`landfall_oldest_waiting_seconds{kind="${kind}"}`]: [901, 60] as Values },
    from: 5,
    labels: { kind },
    summary: `A ${kind} has been due for 20m 1s`,
  })),
  {
    alert: 'LandfallConcernsGrow',
    when: 'something has waited for a person for half a day',
    measured: { 'landfall_concerns_open{}': 2 },
    from: 12 * 60,
    summary: '2 matters wait for a person',
  },
  {
    alert: 'LandfallSweepsStopped',
    when: 'the last sweep was more than five minutes ago, for another five',
    measured: { 'landfall_job_last_success_timestamp_seconds{name="sweep"}': 0 },
    from: 11,
    summary: 'No process has swept holds for five minutes',
  },
  {
    alert: 'LandfallSweepsStopped',
    when: 'no process has counted sweeps for five minutes',
    measured: { 'landfall_job_last_success_timestamp_seconds{name="sweep"}': null },
    from: 5,
    labels: { name: 'sweep' },
    summary: 'No process has swept holds for five minutes',
  },
  {
    alert: 'LandfallWebhooksSilent',
    when: 'times are held, and the last webhook was more than two hours ago',
    measured: { 'landfall_last_webhook_seconds{}': [0, 60] },
    from: 121,
    summary: 'Times are held, and the payment service has sent nothing for two hours',
  },
  {
    alert: 'LandfallWebhooksSilent',
    when: 'times have been held for an hour, and there was never a webhook',
    measured: { 'landfall_last_webhook_seconds{}': null },
    from: 60,
    summary: 'Times are held, and the payment service has sent nothing for two hours',
  },
  ...['500', '503'].map((status) => ({
    alert: 'LandfallErrors',
    when: `2 % of responses have been ${status} for five minutes`,
    measured: {
      [`${REQUESTS}_count{status="200"}`]: [0, 588] as Values,
      [`${REQUESTS}_count{status="429"}`]: null,
      [`${REQUESTS}_count{status="500"}`]: null,
      [`${REQUESTS}_count{status="${status}"}`]: [0, 12] as Values,
    },
    from: 6,
    summary: '2% of requests fail',
  })),
  {
    alert: 'LandfallSlow',
    when: 'two requests in a hundred have taken more than a second for ten minutes',
    measured: { [`${REQUESTS}_bucket{le="1"}`]: [0, 588] },
    from: 11,
    summary: 'One request in a hundred takes 1.75s',
  },
  {
    alert: 'LandfallRefuses',
    when: 'visitors have been refused for five minutes because processes are busy',
    measured: { 'landfall_requests_refused_total{reason="busy"}': [7, 3] },
    from: 6,
    summary: 'Visitors are refused because the processes are busy: run another',
  },
  {
    alert: 'LandfallConnectionsAwaited',
    when: 'work has waited for connections for five minutes',
    measured: { 'landfall_database_connections{pool="main",state="waiting"}': 4 },
    from: 5,
    labels: { pool: 'main', state: 'waiting' },
    summary: 'Work waits for a connection to PostgreSQL: see DATABASE_CONNECTIONS',
  },
]

describe('the alert rules', () => {
  it('and the configuration are understood by Prometheus', () => {
    for (const args of [
      ['rules', RULES],
      ['config', resolve('deploy/monitoring/prometheus.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync(obtainProgram('promtool'), ['check', ...args], { encoding: 'utf8' })
      expect(status, stdout + stderr).toBe(0)
    }
  })

  it('raise no alarm while all is well, nor while there are no bookings', () => {
    const noBookings: Measured = { 'landfall_holds_live{}': 0, 'landfall_last_webhook_seconds{}': [0, 60] }
    for (const measured of [{}, noBookings])
      expectAlarms(
        measured,
        [0, 1, 10, 60, 130, MINUTES].map((at) => [at, []]),
      )
  })

  it('are all tried here', () => {
    expect(new Set(CASES.map(({ alert }) => alert))).toEqual(new Set(ALERTS))
  })

  it.each(CASES)('raise $alert alone when $when', ({ measured, from, ...raised }) => {
    expectAlarms(measured, [
      [from - 1, []],
      [from, [raised]],
    ])
  })
})
