import { describe, expect, it } from 'vitest'
import { completeInstitution } from '#server/mentors/places/institutions'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const add = async (university: string, status: 'accepted' | 'pending' = 'accepted') => {
  const { id } = await addMentor(test)
  await test.db.updateTable('mentors').set({ university, status }).where('id', '=', id).execute()
}

describe('a university', () => {
  it('is completed from those of public mentors, by any of its words, each once', async () => {
    for (const name of [
      'Ankara Üniversitesi',
      'University of Leeds',
      'University of Leeds',
      'Leeds Beckett University',
    ])
      await add(name)
    await add('Leeds Secret College', 'pending')
    expect(await completeInstitution(test.app, 'leed')).toEqual(['Leeds Beckett University', 'University of Leeds'])
    expect(await completeInstitution(test.app, 'ankara uni')).toEqual(['Ankara Üniversitesi'])
    expect(await completeInstitution(test.app, 'l')).toEqual([])
  })

  it('of a new mentor is known ten minutes later', async () => {
    expect(await completeInstitution(test.app, 'otago')).toEqual([])
    await add('University of Otago')
    expect(await completeInstitution(test.app, 'otago')).toEqual([])
    test.clock.forward(10)
    expect(await completeInstitution(test.app, 'otago')).toEqual(['University of Otago'])
  })
})
