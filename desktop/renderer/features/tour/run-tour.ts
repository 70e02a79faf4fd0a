import 'driver.js/dist/driver.css';
import './tour.css';
import { driver } from 'driver.js';
import type { TFunction } from 'i18next';
import { shown, stepsHere } from './steps.ts';

/** spec/1 §9. */
const STEP_DELAY_MS = 250;

/** Shows the tour over the page; `onEnd` when it is through, skipped or closed. Returns how to take it away. */
export function runTour(t: TFunction<'tour'>, onEnd: () => void): () => void {
  const steps = stepsHere();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const afterDelay = (go: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(go, STEP_DELAY_MS);
  };
  // driver.js tells of no end that comes before it has finished moving to a step.
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
      // Looked up when its turn comes: a live list may have replaced it.
      ...(target && { element: () => shown(document, target) ?? document.body }),
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
    // Neither a click beside it nor a button that is not there: Esc, the cross and "Skip tour" end it.
    overlayClickBehavior: () => undefined,
    onNextClick: () => afterDelay(() => (tour.hasNextStep() ? tour.moveNext() : finish())),
    onPrevClick: () => afterDelay(() => tour.movePrevious()),
    // What is pointed at opens nothing, whatever driver.js says of it.
    onHighlighted(element) {
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
    },
    onPopoverRender({ footer, footerButtons, closeButton, title }) {
      // Their elements would be a second banner and footer of the page.
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
