import { describe, expect, it } from 'vitest'
import { inGroups, moveGroup, moveTopic, newTopicCode, readTopicNames, type Topic } from '#domain/mentors/topics'

const topic = (code: string, group: string): Topic => ({ code, group, label: code.toUpperCase(), retired: false })
const TOPICS = [topic('a', 'Visas'), topic('b', 'Visas'), topic('c', 'Work'), topic('d', 'Visas'), topic('e', 'Home')]
const codes = (topics: Topic[] | null) => topics?.map(({ code }) => code).join('') ?? null

describe('the names of a topic', () => {
  it('are one line each, and a known group is spelt as it is', () => {
    expect(readTopicNames({ label: '  Moving \n with pets ', group: 'visas' }, TOPICS)).toEqual({
      ok: true,
      value: { label: 'Moving with pets', group: 'Visas' },
    })
  })

  it.each([
    [{ label: '', group: 'Visas' }, ['label']],
    [{ label: 'x'.repeat(61), group: ' ' }, ['label', 'group']],
    [{ label: 'bell\u0007', group: 'half \uD800' }, ['label', 'group']],
    [{ label: 'A', group: 'Visas' }, ['label']],
    [{}, ['label', 'group']],
  ])('are refused at the field where they cannot be shown or are taken: %j', (typed, fields) => {
    const read = readTopicNames(typed, TOPICS)
    expect(!read.ok && Object.keys(read.error)).toEqual(fields)
  })

  it('give a code of their own, whatever they are written in', () => {
    expect(newTopicCode('Moving with a pet', TOPICS)).toBe('moving-with-a-pet')
    expect(newTopicCode('A!', TOPICS)).toBe('a-2')
    expect(newTopicCode('猫', [topic('topic', 'x'), topic('topic-2', 'x')])).toBe('topic-3')
  })
})

describe('the order', () => {
  it('has each group where its first topic stands', () => {
    expect(codes(inGroups(TOPICS))).toBe('abdce')
  })

  it('changes by a place within a group, and no further than its ends', () => {
    expect(codes(moveTopic(TOPICS, 'b', -1))).toBe('badce')
    expect(codes(moveTopic(TOPICS, 'b', 1))).toBe('adbce')
    expect(codes(moveTopic(TOPICS, 'a', -1))).toBeNull()
    expect(codes(moveTopic(TOPICS, 'd', 1))).toBeNull()
    expect(codes(moveTopic(TOPICS, 'c', 1))).toBeNull()
    expect(codes(moveTopic(TOPICS, 'unknown', 1))).toBeNull()
  })

  it('changes by a whole group', () => {
    expect(codes(moveGroup(TOPICS, 'Work', -1))).toBe('cabde')
    expect(codes(moveGroup(TOPICS, 'Work', 1))).toBe('abdec')
    expect(codes(moveGroup(TOPICS, 'Visas', -1))).toBeNull()
    expect(codes(moveGroup(TOPICS, 'Home', 1))).toBeNull()
    expect(codes(moveGroup(TOPICS, 'Unknown', 1))).toBeNull()
  })
})
