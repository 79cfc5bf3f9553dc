// The drug dictionary: one name, spec and maker once; what is counted keeps its unit; out of use instead of gone; a workbook
// in and out.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DrugData, DrugDetailData } from '#contract/drug/dict'
import type { PageInfo } from '#contract/kit/paging'
import type { ImportReportData } from '#contract/kit/sheet'
import type { JobProgressData } from '#contract/platform/shell'
import { DICT, drugBody, type KeepHouse, keepHouse } from '#server/areas/drug/test/keepHouse'
import { writeSheet } from '#server/kit/excel'
import { newId } from '#server/kit/ids'
import type { Envelope } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'

let house: KeepHouse
beforeAll(async () => {
  house = await keepHouse()
})
afterAll(() => house.close())

type Answer = Envelope<DrugDetailData & { field?: string }>
const ask = <T = DrugDetailData & { field?: string }>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  body?: object,
  token = house.token,
): Promise<Envelope<T>> => house.ask(method, `${DICT}${path}`, { token, ...(body && { body }) })
const list = async (query: string) =>
  (await ask<PageInfo<DrugData>>('GET', `?${query}`)).data.list.map((one) => one.drugName)

describe('a drug', () => {
  it('is told once by name, spec and maker, found by pinyin and trade name', async () => {
    const { data } = await ask(
      'POST',
      '',
      drugBody({ tradeName: '拜阿司匹灵', strength: 100, strengthUnit: 'mg', form: '1' }),
    )
    expect(data).toMatchObject({
      unitName: '片',
      formName: '片剂',
      packFactor: 30,
      enabled: true,
      usedBy: [],
      version: 1,
    })
    expect(await ask('POST', '', drugBody())).toMatchObject({ status: 40904, data: { field: 'drugName' } })
    expect((await ask('POST', '', drugBody({ maker: '别的厂家' }))).status).toBe(200)
    expect((await ask('POST', '', drugBody({ maker: null }))).status).toBe(200)
    // No maker is a maker of its own: not twice either.
    expect((await ask('POST', '', drugBody({ maker: ' ' }))).status).toBe(40904)
    expect(await list('drugName=asp')).toHaveLength(3)
    expect(await list('drugName=拜阿')).toEqual(['阿司匹林肠溶片'])
    expect(await list('drugName=%25')).toEqual([])
  })

  it.each([
    ['no name', { drugName: ' ' }, 42200],
    ['no spec', { spec: '' }, 42200],
    ['an empty package', { packFactor: 0 }, 42200],
    ['a package of crumbs', { packFactor: 0.12345 }, 42200],
    ['a unit that is not offered', { minUnit: '999' }, 42200],
    ['an allergy that is not offered', { allergies: ['999'] }, 42200],
    ['a content without its unit', { strength: 5 }, 42200],
    ['a group that does not exist', { highAlert: 'NONSENSE' }, 42200],
  ])('is refused with %s', async (_, more, status) => {
    const answer = (await ask('POST', '', drugBody({ drugName: `试${newId().slice(0, 6)}`, ...more }))) as Answer
    expect([answer.status, answer.desc]).toEqual([status, expect.stringMatching(/[\u4e00-\u9fff]/)])
  })

  it('is changed by whoever comes first, and removed only where nobody ever used it', async () => {
    const { data } = await ask('POST', '', drugBody({ drugName: '先来后到' }))
    const body = { ...drugBody({ drugName: '先来后到', remark: '一' }), version: data.version }
    expect((await ask('PUT', `/${data.drugId}`, body)).data).toMatchObject({ remark: '一', version: 2 })
    expect((await ask('PUT', '', { ...body, drugId: data.drugId })).status).toBe(40902)
    expect((await ask('DELETE', `/${data.drugId}`)).status).toBe(200)
    expect((await ask('GET', `/${data.drugId}`)).status).toBe(40400)
  })

  it('that is kept keeps its unit, is switched off instead of removed, and its values stay in the dictionary', async () => {
    const elder = await house.elder('王秀兰', '松鹤楼>1层>101>01')
    const drugId = await house.newDrug({ drugName: '在用的药' })
    await house.bring(elder.oldmanId, drugId, 10)
    const one = (await ask('GET', `/${drugId}`)).data
    expect(one).toMatchObject({ holders: 1, usedBy: ['1 位老人有存药', '1 条收发记录'] })
    expect(await ask('DELETE', `/${drugId}`)).toMatchObject({ status: 40903, desc: expect.stringContaining('请停用') })
    const unit = await ask('PUT', `/${drugId}`, drugBody({ drugName: '在用的药', minUnit: '2' }))
    expect(unit.desc).toContain('最小单位不能再改')
    expect((await ask('PUT', `/${drugId}`, drugBody({ drugName: '在用的药', enabled: false }))).data.enabled).toBe(
      false,
    )
    expect((await house.kept(elder.oldmanId, drugId)).quantity).toBe(10)
  })

  it('belongs to its house, and is changed only by who may', async () => {
    await house.person({
      userName: 'druglook1',
      codes: ['drug:dict:list'],
      deptId: house.care,
      dataDeptIds: [house.care],
    })
    const token = (await house.signInAs('druglook1')).data.token
    expect((await ask<PageInfo<DrugData>>('GET', '', undefined, token)).data.total).toBeGreaterThan(0)
    expect((await ask('POST', '', drugBody({ drugName: '不许' }), token)).status).toBe(401)
    await house.person({
      userName: 'noright01',
      codes: ['drug:keep:list'],
      deptId: house.care,
      dataDeptIds: [house.care],
    })
    const none = (await house.signInAs('noright01')).data.token
    expect((await ask('GET', '', undefined, none)).status).toBe(401)
  })
})

describe('a workbook', () => {
  const TITLES = [
    '药品名称',
    '规格',
    '生产厂家',
    '最小单位',
    '每包装数量',
    '剂型',
    '高警示类别',
    '单位含量',
    '含量单位',
  ] as const
  type Line = Partial<Record<(typeof TITLES)[number], string>>
  async function upload(lines: readonly Line[]) {
    const content = await writeSheet<Line>({
      title: '药品',
      columns: TITLES.map((title) => ({ title, value: (row) => row[title] ?? '' })),
      rows: [...lines],
    })
    const { type, content: payload } = multipart([{ name: 'file', filename: '药品.xlsx', content }])
    const answer = await house.server.inject({
      method: 'POST',
      url: `${DICT}/import/check`,
      headers: { authorization: house.token, 'content-type': type },
      payload,
    })
    return (answer.json() as Envelope<ImportReportData>).data
  }
  const good = {
    药品名称: '导入的药',
    规格: '5mg×14片',
    生产厂家: '甲厂',
    最小单位: '片',
    每包装数量: '14',
    剂型: '片剂',
  }

  it('names every bad row, proposes what was meant, and takes the good ones once', async () => {
    const report = await upload([
      good,
      { ...good, 规格: '' },
      { ...good, 药品名称: '单位不对', 最小单位: '桶' },
      { ...good, 药品名称: '数量不对', 每包装数量: '-3' },
      { ...good, 药品名称: '含量不全', 单位含量: '5' },
      { ...good, 药品名称: '没有这一类', 高警示类别: '很危险' },
    ])
    expect(report).toMatchObject({ total: 6, good: 1, bad: 5 })
    expect(report.problems.map((one) => [one.row, one.reason])).toEqual([
      [3, expect.stringContaining('规格')],
      [4, expect.stringContaining('最小单位应为数据字典中的值')],
      [5, expect.stringContaining('大于 0')],
      [6, expect.stringContaining('含量单位')],
      [7, expect.stringContaining('高警示类别应为')],
    ])
    const commit = async (token: string | null) => {
      const { data } = await ask<{ runId: string }>('POST', '/import', { token, fixed: false })
      await vi.waitFor(
        async () => {
          const run = await house.ask<JobProgressData>('GET', `/passport/web-org/jobs/${data.runId}`, {
            token: house.token,
          })
          expect(run.data.state).toBe('done')
        },
        { timeout: 60_000, interval: 100 },
      )
    }
    await commit(report.token)
    const found = async () => (await ask<PageInfo<DrugData>>('GET', '?drugName=导入的药')).data.list
    expect(await found()).toMatchObject([{ formName: '片剂', unitName: '片', packFactor: 14, maker: '甲厂' }])
    // The same again brings it up to date.
    const again = await upload([{ ...good, 剂型: '分散片', 单位含量: '5', 含量单位: 'mg' }])
    await commit(again.token)
    expect(await found()).toMatchObject([{ formName: '分散片', strength: 5, strengthUnit: 'mg', version: 2 }])
  }, 150_000)
})
