// What a record of a project must bring: values, pictures, the code of the bed, an evaluation.
import { Input, InputNumber, Rate } from 'antd'
import { type Demands, signFields } from '#contract/nursing/demands'
import type { BoardProjectData } from '#contract/nursing/task'
import { SignHint, statusOf, useTypedSigns } from '#web/areas/nursing/vital/typed.part'
import { imagesOf } from '#web/kit/fields/image'

const photosField = imagesOf({ use: 'picture', max: 9 })

interface DemandFieldsProps {
  oldmanId: string
  project: BoardProjectData
  value: Demands
  onChange(value: Demands): void
}

export function DemandFields({ oldmanId, project, value, onChange }: DemandFieldsProps) {
  const fields = signFields(project)
  const signOf = useTypedSigns(fields.length > 0 ? oldmanId : null, value.signs)
  return (
    <>
      {fields.length > 0 && (
        <div className="yy-care-signs yy-grid yy-gap-8">
          {fields.map(({ key, label, unit, decimals = 0 }) => (
            <span key={key} className="yy-stack yy-gap-2 yy-narrow">
              <span className="yy-small yy-soft-ink yy-ellipsis">
                {label} <span className="yy-second">{unit}</span>
              </span>
              <InputNumber
                className="yy-wide"
                controls={false}
                aria-label={label}
                precision={decimals}
                value={value.signs[key] ?? null}
                {...statusOf(signOf(key))}
                onChange={(next) => {
                  const { [key]: _, ...rest } = value.signs
                  onChange({ ...value, signs: next === null ? rest : { ...rest, [key]: next } })
                }}
              />
              <SignHint sign={signOf(key)} />
            </span>
          ))}
        </div>
      )}
      {project.needsScan && (
        <Input
          value={value.scanned}
          placeholder="扫床头码或腕带"
          aria-label="床头码或腕带"
          onChange={(event) => onChange({ ...value, scanned: event.target.value })}
          // The next code takes the place of this one.
          onPressEnter={(event) => event.currentTarget.select()}
        />
      )}
      {project.needsEvaluation && (
        <div className="yy-row yy-gap-8">
          <span className="yy-soft-ink">评价</span>
          <Rate
            value={value.evaluation ?? 0}
            onChange={(next) => onChange({ ...value, evaluation: next === 0 ? null : next })}
          />
        </div>
      )}
      {project.needsPhoto &&
        photosField.input({
          value: value.photos,
          'aria-label': '照片',
          onChange: (photos) => onChange({ ...value, photos: photos ?? [] }),
        })}
    </>
  )
}
