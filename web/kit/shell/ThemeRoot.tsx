// Theme, text size, language and the hosts of messages and questions around everything that uses antd.
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { TOAST } from '#web/kit/constants'
import { type ErrorFace, listenForFailures } from '#web/kit/errors'
import { PREFERENCE, usePreference } from '#web/kit/preferences'
import { useSession } from '#web/kit/session'
import { antdTheme } from '#web/kit/theme'
import { applyTheme, isThemeKey } from '#web/kit/themeColors'
import { bindToast } from '#web/kit/toast'

function Faces({ children }: { children: ReactNode }) {
  const { message, modal } = App.useApp()
  useEffect(() => {
    bindToast((level, text, seconds) => {
      void message.open({ type: level, content: text, duration: seconds })
    })
    const face: ErrorFace = {
      alert: (text) =>
        new Promise((resolve) => {
          modal.warning({
            title: '提示',
            content: text,
            okText: '重新登录',
            centered: true,
            keyboard: false,
            mask: { closable: false },
            afterClose: resolve,
          })
        }),
    }
    return listenForFailures(face)
  }, [message, modal])
  return children
}

export function useThemeKey() {
  const chosen = usePreference<string>(PREFERENCE.theme, '')[0]
  const given = useSession((state) => state.config.systemThemeColor.Theme)
  return isThemeKey(chosen) ? chosen : given
}

export function ThemeRoot({ children }: { children: ReactNode }) {
  const key = useThemeKey()
  const [large] = usePreference(PREFERENCE.largeText, false)
  const theme = useMemo(() => antdTheme(key, large), [key, large])
  useLayoutEffect(() => {
    applyTheme(key)
    document.documentElement.dataset.size = large ? 'large' : 'normal'
  }, [key, large])
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <App message={{ duration: TOAST / 1000, maxCount: 3, top: 56 }} className="yy-app">
        <Faces>{children}</Faces>
      </App>
    </ConfigProvider>
  )
}
