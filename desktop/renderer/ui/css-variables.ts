import type { CSSVariablesResolver } from '@mantine/core';

/** White on red's shade 6 has 3.3 : 1; on these it has 5.6 and more. */
const danger = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' };

/** Overrides Mantine's own colours where they miss WCAG AA contrast on our neutrals, or where the schemes differ. */
export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: { '--slipway-sidebar': '232px' },
  light: {
    '--slipway-surface': theme.white,
    '--slipway-page': theme.colors.gray[0],
    '--slipway-border': theme.colors.gray[2],
    '--mantine-color-dimmed': theme.colors.gray[6],
    '--mantine-color-placeholder': theme.colors.gray[6],
    '--mantine-color-anchor': theme.colors.harbor?.[7] ?? theme.black,
    '--mantine-color-error': '#c92a2a',
    ...danger,
  },
  dark: {
    '--slipway-surface': theme.colors.dark[6],
    '--slipway-page': theme.colors.dark[7],
    '--slipway-border': theme.colors.dark[4],
    '--mantine-color-dimmed': theme.colors.dark[2],
    '--mantine-color-placeholder': theme.colors.dark[2],
    '--mantine-color-anchor': theme.colors.harbor?.[3] ?? theme.white,
    '--mantine-color-error': '#ff9a9a',
    ...danger,
    '--mantine-color-harbor-light': 'rgb(33 151 157 / 16%)',
    '--mantine-color-harbor-light-hover': 'rgb(33 151 157 / 24%)',
    '--mantine-color-harbor-light-color': theme.colors.harbor?.[2] ?? theme.white,
  },
});
