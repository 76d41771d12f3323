"""The tour: one idea a step, each with what to move, what it shows, and where it is from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Slider:
    """A number that is moved."""

    key: str
    title: str
    low: float
    high: float
    step: float
    value: float


@dataclass(frozen=True)
class Choice:
    """One of several, each a key and what it is called."""

    key: str
    title: str
    options: tuple[tuple[str, str], ...]
    value: str


@dataclass(frozen=True)
class Step:
    """A step of the tour.

    Attributes
    ----------
    key
        The name in addresses, and of the view.
    title, said
        A heading, and short paragraphs with empty lines between them.
    look
        What to try.
    controls
        What is moved.
    draws
        What the button says that draws anew; nothing without one.
    source
        Where it is from.
    explore
        The state of the room to explore that shows more of it, as in its address.
    """

    key: str
    title: str
    said: str
    look: str
    controls: tuple[Slider | Choice, ...]
    draws: str = ""
    source: str = ""
    explore: str = ""

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs, each on one line."""
        return [" ".join(part.split()) for part in self.said.split("\n\n")]


def _share(key: str, title: str, value: float, low: float = 0.01, high: float = 0.99) -> Slider:
    return Slider(key, title, low, high, 0.01, value)


_PREVALENCE = _share("prevalence", "Prevalence: share of positive items", 0.6)
_GUESS = Slider("guess", "How often a guess says positive", 0, 1, 0.01, 0.4)
_RECALL = Slider("recall", "Recall: positives called positive", 0, 1, 0.01, 0.5)
_FALLOUT = Slider("fallout", "Fallout: negatives called positive", 0, 1, 0.01, 0.3)
_INFORMED = Slider("informed", "Share of informed decisions", 0, 1, 0.01, 0.3)

STEPS = (
    Step(
        "rare",
        "Right in 99 of 100 cases",
        """
        One person in a hundred is ill. A doctor who calls everybody healthy is right in 99 cases of 100.

        He has found nobody. Accuracy praises him all the same, for it counts hits that cost no skill.

        So the first question about any number is: what would guessing have reached?
        """,
        "Make the illness more frequent. Accuracy falls, and the doctor is as ignorant as before.",
        (Slider("prevalence", "Share of ill people", 0.01, 0.5, 0.01, 0.01),),
        explore="p=rare",
    ),
    Step(
        "water",
        "Water is always a noun",
        """
        Most times that “water” is written, it is a noun. A tagger that says noun without looking is right
        nine times in ten.

        Another tagger looks at the sentence. It errs more often, 20 times in 100, but it can tell the
        verb from the noun.

        Accuracy and F prefer the one that does not look. Informedness gives it nothing.
        """,
        "Let the second tagger say noun less often. It is still guessing: Informedness stays at 0 "
        "while Accuracy moves.",
        (Slider("guess", "How often the guesser says noun", 0, 1, 0.01, 1.0),),
        source="Entwisle & Powers (1998), as told in Powers (2012); the counts are an illustration",
        explore="p=water",
    ),
    Step(
        "chance",
        "What chance does to each measure",
        """
        Here is a pure guesser. It says positive with some probability, whatever the item is.

        Its Recall is how often it says positive. Its Precision is the prevalence. So both can be bought:
        say the frequent label, and say it often.

        The bars carry a mark where chance is. Measures that are corrected for chance stand at 0, wherever
        you pull the sliders.
        """,
        "Find the prevalence and the guess that make F exceed 0.9. No skill is needed.",
        (_PREVALENCE, Slider("guess", "How often it says positive", 0.01, 0.99, 0.01, 0.4)),
        source="Powers (2007), section 2.2",
    ),
    Step(
        "slopes",
        "Informedness and Markedness are slopes",
        """
        Write 1 for positive and 0 for negative, and draw how often the prediction is positive against the
        truth. The line rises from Fallout to Recall.

        Its slope is Informedness: how much the truth moves the prediction. Guessing has no slope.

        Now turn it round: how often is the truth positive, against the prediction? That slope is
        Markedness: how much the prediction tells of the truth.

        Correlation is the geometric mean of the two slopes.
        """,
        "Move the prevalence: one line stays, the other tilts. Move Fallout up to Recall: both lie flat.",
        (_RECALL, _FALLOUT, _PREVALENCE),
        source="Powers (2007), sections 2.4 and 2.5",
    ),
    Step(
        "kite",
        "The kite in ROC space",
        """
        Put Fallout to the right and Recall upwards. Each system is a point, and guessing is the diagonal:
        whoever says positive more often just moves along it.

        The height of the point above that line is Informedness.

        Join the point with both ends of the diagonal, and with the system that says the opposite: a kite.
        Its area is Informedness, too.
        """,
        "Move the point along a dotted line: Recall rises, and so does Fallout. Informedness does not.",
        (_RECALL, _FALLOUT),
        source="Powers (2007), section 2.5 and Figure 1",
        explore="t=30,30,12,28&v=space",
    ),
    Step(
        "bookmaker",
        "The Bookmaker",
        """
        Informedness was found at the races. A prediction is a bet on its label. A fair bookmaker pays
        much for a rare label and little for a common one, so that guessing wins nothing.

        Stake each bet by how often you bet on that label. What you win for each item is Informedness.

        So it has a plain meaning: it is as if you knew the winner in that share of races, and guessed in
        the rest.
        """,
        "Change what the guesses say. Bets on one label win more, on the other less. Their sum stays.",
        (_INFORMED, _PREVALENCE, _GUESS),
        source="Powers (2003), Recall & Precision versus The Bookmaker; Powers (2007), section 2.3",
        explore="t=30,30,12,28&v=winnings",
    ),
    Step(
        "dial",
        "A dial of skill",
        """
        Let a system know the answer in some share of cases and guess in the others. We turn that share
        from 0 to 1 and look at what each measure says.

        A measure of skill should be the diagonal: say 0.3 where 30 % are informed.

        Informedness is. Accuracy and F begin wherever guessing is, and Kappa bends unless guesses are as
        frequent as classes.
        """,
        "Set the prevalence to 0.8 and the guess to 0.2. Which measures leave the diagonal?",
        (_PREVALENCE, _GUESS),
        source="Powers (2012), section 3; Powers (2008), Figure 2",
    ),
    Step(
        "prevalence",
        "Why prevalence moves F and Kappa",
        """
        The same system, with the same Recall and Fallout, is carried to another place. Only the share of
        positive items changes.

        Precision, F and Accuracy move, for they mix the skill with the data. Kappa moves as well: what it
        takes for chance depends on the margins.

        Informedness is level. It belongs to the system.
        """,
        "The paper's case: informed 15 %, Recall 0.83 and Fallout 0.68. Validated at 80 % and used at "
        "20 %, Kappa is halved.",
        (
            Slider("recall", "Recall", 0, 1, 0.01, 0.83),
            Slider("fallout", "Fallout", 0, 1, 0.01, 0.68),
            _share("prevalence", "Prevalence", 0.8),
        ),
        source="Powers (2012), Table 3",
        explore="p=skew&v=kappas",
    ),
    Step(
        "table-2",
        "Two systems, and who is better",
        """
        System A has 60 positive items of 100, system B has 68. By Recall, Precision, Accuracy and F,
        system B is better by far.

        B says positive in 76 cases of 100, and its data have more positives. That is worth as much as all
        the difference.

        Of the two, A knows a little more. Informedness says 0.200 against 0.199: they are as good as
        equal, and nothing else told you.
        """,
        "Look at both points: they lie on one line of equal Informedness.",
        (),
        source="Powers (2007), Table 2",
        explore="p=table-2",
    ),
    Step(
        "intervals",
        "How sure? Draw samples",
        """
        A test set is a sample. Another one would give another number.

        Here the truth is known, for we made it: the dashed line. Each row is a new sample of the same
        system, with its 95 % interval.

        The intervals jump about, and about 19 of 20 hold the true value. That is all that 95 % says.
        """,
        "Draw a few hundred, and watch the share that holds the truth. Then take fewer items.",
        (_INFORMED, _PREVALENCE, Slider("n", "Items in each sample", 20, 1000, 10, 100)),
        draws="Draw 20 samples",
    ),
    Step(
        "test",
        "Could it be luck? Shuffle",
        """
        Take a sample, and shuffle its predictions among the items. Whatever skill there was is gone, and
        both margins stay.

        Do it a thousand times: the heap shows what luck alone brings.

        The p-value is the share of shuffles at least as far from 0 as what was observed. Small means:
        hardly luck. It does not say that the skill is large.
        """,
        "Draw samples of a system that knows a little. With few items, luck often does as well.",
        (_INFORMED, Slider("n", "Items in the sample", 20, 1000, 10, 100)),
        draws="Draw a sample",
    ),
    Step(
        "which",
        "Which measure when",
        """
        Every measure answers a question. Trouble begins where one is taken for the answer to another.

        The dotted lines join systems to which a measure gives the same value. Those of Informedness run
        along the chance line. Those of Precision fan out from the corner of saying never, those of
        Accuracy tilt with the prevalence: they reward moving along the line of chance.
        """,
        "Choose a measure and move the prevalence: lines that turn are lines that the data decide.",
        (
            Choice(
                "measure",
                "Measure",
                (
                    ("informedness", "Informedness"),
                    ("markedness", "Markedness"),
                    ("mcc", "Matthews correlation"),
                    ("cohen_kappa", "Cohen's Kappa"),
                    ("accuracy", "Accuracy"),
                    ("f1", "F-measure"),
                    ("precision", "Precision"),
                ),
                "informedness",
            ),
            _PREVALENCE,
        ),
        source="Flach (2003) on isometrics; Powers (2007), section 2",
        explore="t=30,30,12,28&m=f1&v=space",
    ),
)
"""The steps in their order."""

GUIDE = (
    ("How well do decisions know the truth?", "informedness"),
    ("What does a label tell of the truth, to whoever reads it?", "markedness"),
    ("Both in one number", "correlation"),
    ("Of all items that are called positive, how many are, at this prevalence?", "precision"),
    ("How many of the positive items are found?", "recall"),
    ("What share of all items is right, however easy that is?", "accuracy"),
    ("Do two raters agree beyond their margins, with no truth at hand?", "cohen_kappa"),
    ("Are many classes told apart?", "informedness"),
)
"""Questions, and the measure that answers each."""
