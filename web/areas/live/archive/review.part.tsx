// The last look before an archive is made: everything that was typed, in words, by section.
import type { TObject } from '#contract/kit/schema'
import { ArchiveBase, ArchiveExtra, ArchiveHealth, OldmanFileKind } from '#contract/live/archiveFields'
import { familyParts } from '#contract/live/resident'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { nameOfUrl } from '#web/kit/fields/uploading'
import type { Values } from '#web/kit/form/SchemaForm'
import { type Fact, Facts } from '#web/kit/parts/PageCard'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { typedFacts } from './facts.ts'
import { baseFields, extraFields, healthFields } from './fields.tsx'
import type { FileValue } from './fileRows.part.tsx'

const relation = dictionaryOf('relationToElder')

/** What is empty is not looked at. */
const factsOf = (schema: TObject, specs: object, values: Values) =>
  typedFacts(schema, specs, values).filter((fact) => fact.value !== null)

interface Member extends Partial<Record<(typeof familyParts)[number][0], boolean>> {
  name?: string
  relation?: string
  phone?: string
}

interface PartProps {
  title: string
  step: number
  empty: string
  facts: readonly Fact[]
  onStep(step: number): void
}

function Part({ title, step, empty, facts, onStep }: PartProps) {
  return (
    <section className="yy-archive-review">
      <h4 className="yy-row yy-gap-8 yy-strong">
        {title}
        <button type="button" className="yy-link" onClick={() => onStep(step)}>
          {facts.length > 0 ? '修改' : '去填写'}
        </button>
      </h4>
      {facts.length > 0 ? <Facts facts={facts} columns={3} /> : <p className="yy-none yy-no-margin">{empty}</p>}
    </section>
  )
}

export function ArchiveReview({ values, onStep }: { values: Values; onStep(step: number): void }) {
  const family = (values.family ?? []) as readonly Member[]
  const files = (values.files ?? []) as readonly FileValue[]
  const members = family.map(
    (member, i): Fact => ({
      label: `家属 ${i + 1}`,
      wide: true,
      value: (
        <>
          {member.name} {member.relation && relation.cell(member.relation)} {member.phone}{' '}
          {familyParts
            .filter(([part]) => member[part])
            .map(([part, title]) => (
              <NoteTag key={part} family="slate">
                {title}
              </NoteTag>
            ))}
        </>
      ),
    }),
  )
  const papers = files.map(
    (file): Fact => ({ label: OldmanFileKind.label(file.kind), value: nameOfUrl(file.fileUrl), wide: true }),
  )
  const picture: Fact[] = values.head ? [{ label: '照片', value: '已选好' }] : []
  return (
    <>
      <Part
        title="基本信息"
        step={0}
        empty="还没有填写"
        facts={factsOf(ArchiveBase, baseFields(), values)}
        onStep={onStep}
      />
      <Part
        title="扩展信息"
        step={1}
        empty="没有填写，可以以后再补"
        facts={factsOf(ArchiveExtra, extraFields, values)}
        onStep={onStep}
      />
      <Part
        title="健康信息"
        step={2}
        empty="没有填写，可以以后再补"
        facts={factsOf(ArchiveHealth, healthFields, values)}
        onStep={onStep}
      />
      <Part title="家属" step={3} empty="没有登记家属，建议至少登记一位紧急联系人" facts={members} onStep={onStep} />
      <Part
        title="照片与附件"
        step={4}
        empty="没有照片和附件，可以以后再补"
        facts={[...picture, ...papers]}
        onStep={onStep}
      />
    </>
  )
}
