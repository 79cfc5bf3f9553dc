// Display settings with what they look like, while they are typed.
import { RecordNumSwitch } from '#contract/platform/config'
import { display, MenuOpenStatus, WaterMarkSwitch } from '#contract/systemSetting/display'
import { imageOf } from '#web/kit/fields/image'
import { radioOf } from '#web/kit/fields/option'
import { SettingsForm } from '#web/kit/form/SettingsForm'
import { loadConfig } from '#web/kit/startup'
import { Preview } from './preview.part.tsx'
import { themeChoice } from './themeChoice.part.tsx'

const picture = imageOf()
const icon = imageOf({ use: 'icon' })

export default function Display() {
  return (
    <SettingsForm
      title="显示设置"
      sub="保存后，正在使用的同事立即看到新的名称、主题和水印"
      read={display.calls.get}
      save={display.calls.save}
      columns={2}
      sections={[
        {
          title: '控制台',
          fields: ['systemName', 'systemThemeColor', 'systemIcon', 'menuOpenStatus', 'waterMark'],
        },
        { title: '浏览器窗口', fields: ['windowName', 'windowIcon'] },
        {
          title: '登录页',
          fields: ['loginIconName', 'servicePhone', 'loginIcon', 'loginBackground', 'recordNum', 'recordNumDesc'],
        },
      ]}
      fields={{
        systemName: { hint: '显示在控制台左上角' },
        systemThemeColor: { as: themeChoice, hint: '同事没有自选主题时使用' },
        systemIcon: { as: picture, hint: '方形图片，建议 128×128' },
        menuOpenStatus: { as: radioOf(MenuOpenStatus) },
        waterMark: { as: radioOf(WaterMarkSwitch), hint: '在每个页面上淡淡显示账号和姓名' },
        windowName: { hint: '浏览器标签上的文字；不填时用系统名称' },
        windowIcon: { as: icon, hint: '浏览器标签上的小图标，ico 或 png' },
        loginIconName: { hint: '不填时用系统名称' },
        servicePhone: { hint: '忘记密码时打给谁' },
        loginIcon: { as: picture },
        loginBackground: { as: picture, hint: '建议 1200×1080 以上' },
        recordNum: { as: radioOf(RecordNumSwitch) },
        recordNumDesc: { title: '备案号文字', when: (values) => values.recordNum === RecordNumSwitch.is.shown },
      }}
      about={(data) =>
        data.loginPageOf && (
          <div className="yy-form-note yy-row yy-gap-12 yy-below-16 yy-pad-8-12 yy-soft yy-round" role="status">
            本系统有多家机构，登录页显示的是「{data.loginPageOf}」的设置；这里的登录页设置不会显示。
          </div>
        )
      }
      aside={(values) => <Preview values={values} />}
      onSaved={() => void loadConfig()}
    />
  )
}
