import 'driver.js/dist/driver.css';
import './tour.css';
import { driver } from 'driver.js';
import type { TFunction } from 'i18next';
import { shown, stepsHere } from './steps.ts';

/** Time for the page to settle between steps, in milliseconds. */
const STEP_DELAY_MS = 250;

/** Shows the tour over the page; calls `onEnd` when it is finished, skipped or closed. Returns how to remove it. */
export function runTour(t: TFunction<'tour'>, onEnd: () => void): () => void {
  const steps = stepsHere();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const afterDelay = (go: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(go, STEP_DELAY_MS);
  };
  // driver.js doesn't report an end that comes while it is still moving to a step.
  let isOver = false;
  const takeAway = () => {
    isOver = true;
    clearTimeout(timer);
    tour.destroy();
  };
  const finish = () => {
    if (isOver) return;
    takeAway();
    onEnd();
  };
  const tour = driver({
    steps: steps.map(({ name, target }) => ({
      // Looked up late: a live list may have replaced the element.
      ...(target && { element: () => shown(target) ?? document.body }),
      popover: { title: t(`step.${name}.title`), description: t(`step.${name}.text`) },
    })),
    popoverClass: 'slipway-tour',
    animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    overlayColor: '#0d1117',
    overlayOpacity: 0.55,
    stagePadding: 6,
    stageRadius: 8,
    disableActiveInteraction: true,
    showProgress: true,
    progressText: t('progress', { current: '{{current}}', total: '{{total}}' }),
    nextBtnText: t('next'),
    prevBtnText: t('previous'),
    doneBtnText: t('done'),
    // Clicks beside it don't end it; Esc, the cross and "Skip tour" do.
    overlayClickBehavior: () => undefined,
    onNextClick: () => afterDelay(() => (tour.hasNextStep() ? tour.moveNext() : finish())),
    onPrevClick: () => afterDelay(() => tour.movePrevious()),
    // The highlighted element opens nothing, whatever driver.js says about it, or about its stand-in for no element.
    onHighlighted() {
      const element = document.querySelector('.driver-active-element');
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
    },
    onPopoverRender({ footer, footerButtons, closeButton, title }) {
      // Its elements would be a second banner and footer of the page.
      title.role = 'presentation';
      footer.role = 'presentation';
      closeButton.setAttribute('aria-label', t('skip'));
      if (!tour.hasNextStep()) return;
      const skip = document.createElement('button');
      skip.type = 'button';
      skip.className = 'slipway-tour-skip';
      skip.textContent = t('skip');
      skip.addEventListener('click', finish);
      footerButtons.prepend(skip);
    },
    onDestroyStarted: finish,
  });
  afterDelay(() => tour.drive());
  return takeAway;
}
