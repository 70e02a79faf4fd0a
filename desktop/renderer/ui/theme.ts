import { type AlertProps, createTheme, type MantineColorsTuple, type MantineTheme, rem } from '@mantine/core';

/** Deep water: the one primary colour. Shade 6 carries white text at 5.1 : 1. */
const harbor: MantineColorsTuple = [
  '#ebf8f8',
  '#d3efef',
  '#a6dfe0',
  '#6fcbce',
  '#3fb2b7',
  '#21979d',
  '#127a80',
  '#0e646a',
  '#0c5055',
  '#083b3f',
];
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e2e6eb',
  '#d2d8df',
  '#b4bdc9',
  '#8792a2',
  '#5f6b7a',
  '#465160',
  '#2d3642',
  '#1a212b',
];
/** 0 text, 2 dimmed, 4 borders, 6 raised surface, 7 page. */
const dark: MantineColorsTuple = [
  '#dde2e9',
  '#b3bcc8',
  '#95a0af',
  '#66717f',
  '#303844',
  '#252c36',
  '#1a2028',
  '#12161c',
  '#0d1015',
  '#090b0f',
];

/** The list itself scrolls: Mantine's scroll area inside it would be a tab stop that no key reaches. */
const scrollingList = { options: { maxHeight: rem(240), overflowY: 'auto' } } as const;

export const theme = createTheme({
  primaryColor: 'harbor',
  primaryShade: 6,
  colors: { harbor, gray, dark },
  black: '#1a212b',
  // Inter has no Japanese letters: the system's own, then those of macOS, Windows and Linux.
  fontFamily:
    "'Inter Variable', system-ui, 'Hiragino Sans', 'Yu Gothic UI', Meiryo, 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(18) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(10), xl: rem(16) },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.3' },
      h2: { fontSize: rem(16), lineHeight: '1.4' },
      h3: { fontSize: rem(14), lineHeight: '1.4' },
    },
  },
  components: {
    Alert: {
      vars: (_theme: MantineTheme, { color = 'harbor' }: AlertProps) => ({
        root: {
          '--alert-bg': `color-mix(in srgb, var(--mantine-color-${color}-6) 9%, var(--slipway-surface))`,
          '--alert-bd': `1px solid color-mix(in srgb, var(--mantine-color-${color}-6) 40%, var(--slipway-surface))`,
          '--alert-color': `light-dark(color-mix(in srgb, var(--mantine-color-${color}-9) 70%, black), var(--mantine-color-${color}-3))`,
        },
      }),
    },
    Button: { defaultProps: { size: 'sm' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', withScrollArea: false }, styles: scrollingList },
    MultiSelect: { defaultProps: { withScrollArea: false }, styles: scrollingList },
    Autocomplete: { defaultProps: { withScrollArea: false }, styles: scrollingList },
    TagsInput: { defaultProps: { withScrollArea: false }, styles: scrollingList },
    Paper: { defaultProps: { withBorder: true, bg: 'var(--slipway-surface)' } },
    // Gone at once: what fades still takes the focus, and loses it when it goes.
    Popover: { defaultProps: { transitionProps: { exitDuration: 0 } } },
    Card: { defaultProps: { withBorder: true } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Modal: {
      // Its `header` element would be a second banner of the page.
      defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } },
      styles: { title: { fontSize: rem(16), fontWeight: 650 } },
    },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md' } },
  },
});
