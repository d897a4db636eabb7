/** The topics that mentors choose from, by group: renamed, moved, retired and added, a form each. They work without scripts. */
import { Form, useNavigation } from 'react-router'
import { MAX_TOPIC_LENGTH } from '#domain/mentors/topics'
import * as m from '#messages/admin'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import type { TopicResult, TopicGroupView, TopicsView, TopicView } from './topics.ts'
import { rich } from '../../rich.tsx'

const GROUPS = 'topic-groups'

type TopicsProps = { view: TopicsView; result: TopicResult | null }

export function TopicsForms({ view, result }: TopicsProps) {
  const { version, groups } = view
  const isNew = result?.code === ''
  return (
    <div className="grid gap-6">
      {result?.conflict && (
        <Alert>
          <p className="font-semibold">{result.conflict}</p>
        </Alert>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} version={version} result={result} />
      ))}
      <Form method="post" noValidate preventScrollReset className="form-fields">
        <h3>{m.addATopic()}</h3>
        <Hidden version={version} code="" />
        <Names
          key={version}
          id="new"
          typed={isNew ? result.typed : { label: '', group: '' }}
          errors={isNew ? result.errors : {}}
        />
        <div>
          <Submit intent="add">{m.addTopic()}</Submit>
        </div>
      </Form>
      <datalist id={GROUPS}>
        {groups.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  )
}

type GroupProps = { group: TopicGroupView; version: number; result: TopicResult | null }

function Group({ group: { name, canMove, topics }, version, result }: GroupProps) {
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="wrap-anywhere">{name}</h3>
        <Form method="post" preventScrollReset className="flex gap-2">
          <Hidden version={version} />
          <input type="hidden" name="group" value={name} />
          <Move intent="group_up" can={canMove.up} words={m.moveUp()} of={name} />
          <Move intent="group_down" can={canMove.down} words={m.moveDown()} of={name} />
        </Form>
      </div>
      <ul className="mt-1">
        {topics.map((topic) => (
          <Topic key={topic.code} topic={topic} group={name} version={version} result={result} />
        ))}
      </ul>
    </section>
  )
}

type TopicProps = Omit<GroupProps, 'group'> & { topic: TopicView; group: string }

function Topic({ topic, group, version, result: latest }: TopicProps) {
  const { code, label, retired, mentors, canMove } = topic
  const result = latest?.code === code ? latest : null
  return (
    <li className="border-b border-hair">
      <details open={result !== null || undefined}>
        <summary className="min-h-11 cursor-pointer py-2.5 wrap-anywhere">
          {rich(
            m.topicSummary({
              label,
              count: mentors,
              isRetired: retired,
              note: (text) => <span className="text-ink-2">{text}</span>,
            }),
          )}
          <span className="ms-3 link">
            {rich(m.changeTopic({ label, hidden: (text) => <span className="sr-only">{text}</span> }))}
          </span>
        </summary>
        <Form method="post" noValidate preventScrollReset className="form-fields mb-4">
          <Hidden version={version} code={code} />
          <Names
            key={`${group}: ${label}`}
            id={code}
            typed={result?.typed ?? { label, group }}
            errors={result?.errors ?? {}}
          />
          {retired && <p className="note">{m.retiredNote()}</p>}
          <div className="button-row">
            <Submit intent="rename">{m.saveNames()}</Submit>
            <Submit intent={retired ? 'restore' : 'retire'} isQuiet>
              {retired ? m.offerAgain() : m.retire()}
            </Submit>
            <Move intent="up" can={canMove.up} words={m.moveUp()} of={label} />
            <Move intent="down" can={canMove.down} words={m.moveDown()} of={label} />
          </div>
        </Form>
      </details>
    </li>
  )
}

type NamesProps = { id: string; typed: TopicResult['typed']; errors: TopicResult['errors'] }

function Names({ id, typed, errors }: NamesProps) {
  return (
    <>
      <Field
        id={`topic-label-${id}`}
        name="label"
        label={m.name()}
        required
        maxLength={MAX_TOPIC_LENGTH}
        defaultValue={typed.label}
        error={errors.label}
      />
      <Field
        id={`topic-group-${id}`}
        name="group"
        label={m.group()}
        hint={m.groupHint()}
        list={GROUPS}
        required
        maxLength={MAX_TOPIC_LENGTH}
        defaultValue={typed.group}
        error={errors.group}
      />
    </>
  )
}

function Hidden({ version, code }: { version: number; code?: string }) {
  return (
    <>
      <input type="hidden" name="setting" value="topics" />
      <input type="hidden" name="version" value={version} />
      {code !== undefined && <input type="hidden" name="code" value={code} />}
    </>
  )
}

function Submit({ intent, isQuiet = false, children }: { intent: string; isQuiet?: boolean; children: string }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Button type="submit" name="intent" value={intent} variant={isQuiet ? 'secondary' : 'primary'} disabled={busy}>
      {children}
    </Button>
  )
}

function Move({ intent, can, words, of }: { intent: string; can: boolean; words: string; of: string }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className="admin-button"
      aria-label={m.labelled({ label: words, text: of })}
      disabled={busy || !can}
    >
      {words}
    </button>
  )
}
