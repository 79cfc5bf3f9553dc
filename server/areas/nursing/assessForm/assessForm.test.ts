// Assessments: drafts that two people fill, the end that both sign, and what nobody changes afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { assess } from '#contract/nursing/assess/engine'
import type { AssessRow } from '#contract/nursing/assessForm'
import { answersOf, assessHouse, noInputs, of2023 } from '#server/areas/nursing/test/assessHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]

let h: Awaited<ReturnType<typeof assessHouse>>
beforeAll(async () => {
  h = await assessHouse()
})
afterAll(() => h.product.close())

describe('a draft', () => {
  test('begins with the first save, keeps every answer, and is scored by the engine', async () => {
    const begun = await h.submit({
      oldmanId: h.elder(),
      answers: [{ itemId: 'B.1.1', option: 'B', evidence: '要人递' }],
    })
    expect(begun, begun.desc).toMatchObject({ status: 200, data: { state: 'DRAFT', version: 2, others: [] } })
    const { assessmentId } = begun.data
    const more = await h.submit({
      assessmentId,
      version: 2,
      answers: [{ itemId: 'B.1.2', option: 'A' }],
      inputs: [{ key: 'dementia', value: 1 }],
      score: 90,
      total: 90,
    })
    expect(more.data).toMatchObject({ version: 3, result: { answered: 2, itemCount: 26 } })
    const detail = await h.detail(assessmentId)
    const done = assess(of2023, { 'B.1.1': 'B', 'B.1.2': 'A' }, { dementia: 1 })
    expect(detail.result).toMatchObject({ total: done.total, lowest: done.range!.min, highest: done.range!.max })
    expect(detail.answers).toMatchObject([
      { itemId: 'B.1.1', option: 'B', evidence: '要人递', byName: '何静', version: 2 },
      { itemId: 'B.1.2', option: 'A', evidence: null, version: 3 },
    ])
    expect(detail).toMatchObject({
      assessNo: expect.stringMatching(/^PG\d{12}$/),
      inputs: [{ key: 'dementia', value: 1 }],
    })
    expect(detail.can).toEqual(expect.arrayContaining(['fill', 'finish', 'remove']))
    // The same again changes nothing.
    const again = await h.submit({ assessmentId, version: 3, answers: [{ itemId: 'B.1.2', option: 'A' }] })
    expect(again.data).toMatchObject({ version: 3 })
  })

  test('knows no second one of the same kind, and no foreign option, item, field or person', async () => {
    const oldmanId = h.elder()
    const begun = await h.submit({ oldmanId })
    expect(begun.data.state).toBe('DRAFT')
    const { assessmentId } = begun.data
    expect(await h.submit({ oldmanId })).toMatchObject({ status: INVALID, desc: expect.stringContaining('请接着填写') })
    const refused = (body: object) => h.submit({ assessmentId, ...body })
    expect(await refused({ answers: [{ itemId: 'B.1.1', option: 'Z' }] })).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('没有选项'),
    })
    expect(await refused({ answers: [{ itemId: 'B.9.9', option: 'A' }] })).toMatchObject({ status: INVALID })
    expect(await refused({ answers: [{ itemId: 'constructor', option: null }] })).toMatchObject({ status: INVALID })
    expect(await refused({ inputs: [{ key: 'dementia', value: 7 }] })).toMatchObject({ status: INVALID })
    expect(await refused({ fields: [{ key: 'A.9', value: 1 }] })).toMatchObject({ status: INVALID })
    expect(await refused({ assessDate: '2099-01-01' })).toMatchObject({ status: INVALID, desc: '评估日期不能晚于今天' })
    const self = await h.staff('何静')
    expect(await refused({ assessor2: self })).toMatchObject({ status: INVALID, data: { field: 'assessor2' } })
    expect(await refused({ assessor2: await h.staff('张翠兰') })).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('评估权限名单'),
    })
    expect(await refused({ assessor2: newId() })).toMatchObject({ status: NOT_FOUND })
    expect(await h.submit({ assessmentId }, {}, 'easy')).toMatchObject({ status: NOT_FOUND })
    expect(await h.submit({ oldmanId: newId() })).toMatchObject({ status: NOT_FOUND })
    expect((await h.detail(assessmentId)).answers).toEqual([])
  })

  test('takes both browsers: other items come together, the same one is told to the second and stays', async () => {
    const begun = (await h.submit({ oldmanId: h.elder() })).data
    const { assessmentId, version } = begun
    const first = await h.submit({ assessmentId, version, answers: [{ itemId: 'B.1.1', option: 'B' }] })
    const second = await h.submit(
      { assessmentId, version, answers: [{ itemId: 'B.1.2', option: 'C' }] },
      { token: h.leader },
    )
    expect(second.data).toMatchObject({ version: 3, others: [{ itemId: 'B.1.1', option: 'B', byName: '何静' }] })
    expect(first.data.others).toEqual([])
    const same = await h.submit(
      {
        assessmentId,
        version,
        answers: [
          { itemId: 'B.1.1', option: 'D' },
          { itemId: 'B.1.3', option: 'A' },
        ],
      },
      { token: h.leader },
    )
    expect(same).toMatchObject({ status: CHANGED, desc: expect.stringContaining('何静') })
    const stored = (await h.detail(assessmentId)).answers.map((one) => [one.itemId, one.option])
    expect(stored).toEqual([
      ['B.1.1', 'B'],
      ['B.1.2', 'C'],
    ])
    // Whoever has seen it may change it.
    const seen = await h.submit(
      { assessmentId, version: 3, answers: [{ itemId: 'B.1.1', option: 'D' }] },
      { token: h.leader },
    )
    expect(seen).toMatchObject({ status: 200, data: { version: 4 } })
    await h.submit({ assessmentId, version: 4, informant: '王芳' })
    expect(await h.submit({ assessmentId, version: 3, informant: '李强' }, { token: h.leader })).toMatchObject({
      status: CHANGED,
    })
  })

  test('hands in a section or all of it only when it is whole', async () => {
    const { assessmentId } = (await h.submit({ oldmanId: h.elder() })).data
    const [section] = of2023.sections
    const answers = answersOf(of2023).filter((one) => one.itemId.startsWith('B.1.'))
    const open = await h.submit({ assessmentId, answers: answers.slice(1), section: 'B.1' })
    expect(open).toMatchObject({ status: INVALID, desc: `${section!.name}还有 1 项没有填：${section!.items[0]!.name}` })
    expect((await h.detail(assessmentId)).answers).toEqual([])
    expect(await h.submit({ assessmentId, answers, section: 'B.1' })).toMatchObject({ status: 200 })
    expect(await h.submit({ assessmentId, section: 'B.7' })).toMatchObject({ status: INVALID })
    expect(await h.submit({ assessmentId, whole: true })).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('还有'),
    })
    const whole = await h.submit({ assessmentId, answers: answersOf(of2023), inputs: noInputs(of2023), whole: true })
    expect(whole.data).toMatchObject({ state: 'WAITING', result: { total: 90, proposedLevel: 0, open: [] } })
    const back = await h.submit({ assessmentId, answers: [{ itemId: 'B.1.1', option: null }] })
    expect(back.data.state).toBe('DRAFT')
  })

  test('is for those on the list, of the departments they see, and goes as long as it is unfinished', async () => {
    const oldmanId = h.elder()
    expect(await h.submit({ oldmanId }, { token: h.worker })).toMatchObject({ status: NO_PERMISSION })
    const userId = await h.staff('李晓梅')
    await h.product.ask('DELETE', `/pims/web-pi/user/assess/${userId}`, { token: h.head })
    expect(await h.submit({ oldmanId }, { token: h.nurse })).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('评估权限名单'),
    })
    const rows = await h.ask<PageInfo<AssessRow>>('GET', '', { token: h.nurse, query: { state: 'DRAFT', size: '5' } })
    expect(rows.data.list.every((one) => !one.can.includes('fill'))).toBe(true)
    await h.product.ask('POST', '/pims/web-pi/user/assess', { token: h.head, body: { userIds: [userId] } })
    const begun = await h.submit({ oldmanId }, { token: h.nurse })
    expect(begun.status).toBe(200)
    const [other] = await h.sql<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
       where o.org_id = $1 and o.status = 1 and d.dept_name = '康宁楼护理组' order by o.archive_no limit 1`,
    )
    expect(await h.submit({ oldmanId: other!.id }, { token: h.nurse })).toMatchObject({ status: NOT_FOUND })
    const gone = await h.product.ask('DELETE', `/pims/web-pi/oldmans/assessments/${begun.data.assessmentId}`, {
      token: h.head,
    })
    expect(gone.status).toBe(200)
  })
})

describe('the end', () => {
  test('needs both people and signatures, a reason for another level, and happens once', async () => {
    const { assessmentId } = await h.whole(h.elder(), { 'B.1.1': 2, 'B.1.2': 3 })
    const refused = async (body: object, desc: string) =>
      expect(await h.finish({ assessmentId, ...body })).toMatchObject({ status: INVALID, desc })
    await refused({}, '评估员还没有签字')
    await refused({ signature1: h.sign }, '第二名评估员还没有签字')
    const signed = { assessmentId, signature1: h.sign, signature2: h.sign }
    await refused({ ...signed, signature1: 'data:image/png;base64,AAAA' }, '签名图片无法识别，请重新签名')
    await refused({ ...signed, finalLevel: 3 }, '最终等级与建议等级不同，请写明原因')
    await refused({ ...signed, finalLevel: 9, levelReason: '试' }, '“2023 标准”没有第 9 级')
    const [one, two] = await Promise.all([
      h.finish({ ...signed, finalLevel: 2, levelReason: '家属要求从高' }),
      h.finish({ ...signed, finalLevel: 2, levelReason: '家属要求从高' }, { token: h.leader }),
    ])
    expect([one.status, two.status].sort((a, b) => a - b)).toEqual([200, STATE])
    const refusedOnce = [one, two].find((answer) => answer.status !== 200)!
    expect(refusedOnce.desc).toBe('当前状态为“已完成”，不能交卷')
    const detail = await h.detail(assessmentId)
    expect(detail).toMatchObject({
      state: 'DONE',
      preliminaryLevel: 1,
      finalLevel: 2,
      levelName: '中度失能',
      levelReason: '家属要求从高',
      suggestedLevelName: '半护理（二级护理）',
      bound: false,
    })
    expect(detail.signatures.map((given) => given.picture !== null)).toEqual([true, true, false, false])
    // Twelve months later, as the house has it.
    const [dates] = await h.sql<{ right: boolean }>(
      `select next_date = (assess_date + interval '12 months')::date as right from assessment where org_id = $1 and assessment_id = $2`,
      [DEMO_ORG, assessmentId],
    )
    expect(dates!.right).toBe(true)
    const events = await h.sql<{ n: number }>(
      `select count(*)::int as n from stay_event where org_id = $1 and oldman_id = $2 and kind = 'assessment' and content like '完成%' and created_at > now() - interval '5 minutes'`,
      [DEMO_ORG, detail.oldmanId],
    )
    expect(events[0]!.n).toBe(1)
  })

  test('lacks a second assessor or an answer: a sentence, and nothing happens', async () => {
    const oldmanId = h.elder()
    const { assessmentId } = (await h.submit({ oldmanId, answers: answersOf(of2023), inputs: noInputs(of2023) })).data
    const signed = { assessmentId, signature1: h.sign, signature2: h.sign }
    expect(await h.finish(signed)).toMatchObject({ status: INVALID, data: { field: 'assessor2' } })
    await h.submit({ assessmentId, assessor2: await h.staff('陆小燕'), answers: [{ itemId: 'B.2.1', option: null }] })
    expect(await h.finish(signed)).toMatchObject({
      status: INVALID,
      desc: `还有 1 项没有填：${of2023.sections[1]!.items[0]!.name}`,
    })
    expect((await h.detail(assessmentId)).state).toBe('DRAFT')
  })

  test('is for good: no answer, no second end, no removal; the database holds it', async () => {
    const { assessmentId } = await h.whole(h.elder())
    const done = await h.finish({ assessmentId, signature1: h.sign, signature2: h.sign, bind: true })
    expect(done.data).toMatchObject({ state: 'DONE', bound: true, finalLevel: 0 })
    expect(await h.submit({ assessmentId, answers: [{ itemId: 'B.1.1', option: 'B' }] })).toMatchObject({
      status: STATE,
    })
    expect(await h.submit({ assessmentId, assessor2: await h.staff('宋文博') })).toMatchObject({ status: STATE })
    const change = (set: string) =>
      h.sql(`update assessment set ${set} where org_id = $1 and assessment_id = $2`, [DEMO_ORG, assessmentId])
    await expect(change(`answers = '{}'`)).rejects.toMatchObject({ constraint: 'assessment_frozen' })
    await expect(change('total = 1')).rejects.toMatchObject({ constraint: 'assessment_frozen' })
    await expect(change(`state = 'DRAFT', bound = false`)).rejects.toMatchObject({ constraint: 'assessment_frozen' })
    await expect(
      h.sql('delete from assessment where org_id = $1 and assessment_id = $2', [DEMO_ORG, assessmentId]),
    ).rejects.toMatchObject({ constraint: 'assessment_frozen' })
    await change('bound = false')
    const family = { assessmentId, familyName: '李建国', familySignature: h.sign }
    expect((await h.ask('PUT', '/familySign', { body: family })).status).toBe(200)
    expect(await h.ask('PUT', '/familySign', { body: family })).toMatchObject({
      status: INVALID,
      desc: '家属已经签过字',
    })
    expect(await h.ask('PUT', '/void', { body: { assessmentId, reason: '  ' } })).toMatchObject({ status: INVALID })
    expect(await h.ask('PUT', '/void', { token: h.nurse, body: { assessmentId, reason: '错' } })).toMatchObject({
      status: NO_PERMISSION,
    })
    const voided = await h.ask('PUT', '/void', { body: { assessmentId, reason: '评估对象弄错' } })
    expect(voided.data).toMatchObject({
      state: 'VOID',
      voidReason: '评估对象弄错',
      voidedName: '何静',
      bound: false,
      can: [],
    })
    expect(await h.ask('PUT', '/void', { body: { assessmentId, reason: '再来' } })).toMatchObject({ status: STATE })
    await expect(change('remark = null, version = version + 1')).rejects.toMatchObject({
      constraint: 'assessment_frozen',
    })
  })

  test('of the older standard takes raising rules from its own answers', async () => {
    const kind = (await import('#contract/nursing/assess/kinds')).kindOf('of2013')!
    const made = await h.submit(
      {
        oldmanId: h.elder(),
        assessor2: await h.staff('陆小燕'),
        answers: answersOf(kind),
        inputs: noInputs(kind, { dementia: 1 }),
        whole: true,
      },
      {},
      'normal',
    )
    expect(made, made.desc).toMatchObject({ status: 200, data: { result: { preliminaryLevel: 0, proposedLevel: 1 } } })
    const done = await h.finish(
      { assessmentId: made.data.assessmentId, signature1: h.sign, signature2: h.sign },
      {},
      'normal',
    )
    expect(done.data).toMatchObject({ type: 1, kind: 'of2013', finalLevel: 1, levelName: '轻度失能' })
    const causes = await h.ask<{ why: string[]; reasons: unknown[] }>('GET', '/assessmentCausle', {
      query: { assessmentId: made.data.assessmentId },
    })
    expect(causes.data.reasons).toHaveLength(5)
    expect(causes.data.why.join()).toContain('认知障碍')
  })
})
