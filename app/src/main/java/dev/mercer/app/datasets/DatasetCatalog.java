package dev.mercer.app.datasets;

import dev.mercer.app.datasets.Source.Original;
import dev.mercer.internal.spec.Names;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The data sets that are known, with their terms as far as known.
 *
 * <p>Lengths and checksums are of the files as experiments were run on them. Where the published
 * file has a known checksum of its own, the download is checked by that as well.
 */
public final class DatasetCatalog {

  private static final String ARCHIVE =
      "https://archive.ics.uci.edu/ml/machine-learning-databases/";
  private static final String ESL = "https://hastie.su.domains/ElemStatLearn/datasets/";
  private static final String ESL_COPY = "https://web.stanford.edu/~hastie/ElemStatLearn/datasets/";

  /** The authors' page, then two copies that others keep. */
  private static final List<String> MNIST =
      List.of(
          "http://yann.lecun.com/exdb/mnist/",
          "https://ossci-datasets.s3.amazonaws.com/mnist/",
          "https://storage.googleapis.com/cvdf-datasets/mnist/");

  /** The commit that holds this release; later ones hold the next. */
  private static final List<String> FASHION =
      List.of(
          "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/"
              + "949006594cc2f804a93b9155849734564c3545ec/data/fashion/");

  private static final List<Dataset> ALL =
      List.of(
          german(),
          pendigits(),
          pendigitsTest(),
          usps(),
          yale(),
          digits(),
          concrete(),
          housing(),
          tic(),
          mnist(),
          fashion(),
          covtype(),
          shuttle(),
          letter());

  private DatasetCatalog() {}

  public static List<Dataset> all() {
    return ALL;
  }

  /**
   * Data sets by name, in the order asked for.
   *
   * @throws IllegalArgumentException on an unknown one; lists all, and the nearest
   */
  public static List<Dataset> named(List<String> names) {
    List<String> known = ALL.stream().map(Dataset::name).toList();
    List<Dataset> found = new ArrayList<>();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(Names.unknown("data set", name, known));
      }
      Dataset dataset = ALL.get(known.indexOf(name));
      if (!found.contains(dataset)) {
        found.add(dataset);
      }
    }
    return found;
  }

  private static Dataset german() {
    return new Dataset(
        "german",
        "Statlog (German Credit Data), numeric form",
        24,
        "2 classes (1: 700, 2: 300)",
        "0..184",
        "CC BY 4.0",
        "H. Hofmann, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/144",
        List.of(),
        null,
        List.of(
            new DataFile(
                "german.csv.gz",
                1000,
                9710,
                "c7cab8fbf1f344db8f4ef469c2d1956e8a6d475f771325a14c113e79a7f9bf31",
                "51fc8b30d3bcd73294651f22f1c1a7912b5ebf1b001f278afed35984b00bd1e0",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(
                                original(
                                    ARCHIVE + "statlog/german/german.data-numeric",
                                    102000,
                                    "2752b044394958ab6dd193a0b56ca0f0b3a2d8bc7cb8c008e35a5e84bbec02f8"))),
                        false,
                        numbered("a", 1, 24))))));
  }

  private static Dataset pendigits() {
    return new Dataset(
        "pendigits",
        "Pen-Based Recognition of Handwritten Digits",
        16,
        "10 classes",
        "0..100",
        "CC BY 4.0",
        "E. Alpaydin and F. Alimoglu, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/81",
        List.of("rows 1-7494 are the training part, 7495-10992 the test part"),
        null,
        List.of(
            new DataFile(
                "pendigits.csv.gz",
                10992,
                183481,
                "a60cdb2a606f4f8bafd1637cdc93aa86400f53bdd0bf811a9e02302f5821ba17",
                "e7ae7e3b743c0d997d80cd90f9ff03edc9fc59c89dd08598dfeb44cfdb5de79e",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(
                                original(
                                    ARCHIVE + "pendigits/pendigits.tra",
                                    502098,
                                    "e2b9eb9f0d0467e2b64a4816a3420edf2b8043447576f4b84337aba44a9f97d3")),
                            List.of(
                                original(
                                    ARCHIVE + "pendigits/pendigits.tes",
                                    234366,
                                    "8bd03229c5c5291fefe43e45465dd948d2645bf23328b9d993e0b777666b2015"))),
                        false,
                        header("x1,y1,x2,y2,x3,y3,x4,y4,x5,y5,x6,y6,x7,y7,x8,y8,label"))))));
  }

  private static Dataset pendigitsTest() {
    return new Dataset(
        "pendigits-test",
        "Pen-Based Recognition of Handwritten Digits, test part",
        16,
        "10 classes",
        "0..100",
        "CC BY 4.0",
        "E. Alpaydin and F. Alimoglu, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/81",
        List.of("a paper says 3500 rows; that it rounded these 3498 is a guess"),
        null,
        List.of(
            new DataFile(
                "pendigits-test.csv.gz",
                3498,
                59181,
                "ebcc6a1330d98469f43eb8dfdd179c4d58332a8960ff9bfa07ec0a5b61a967c6",
                "c5c2f00de4ff488fb6e6659b8ebf90b086575d9edc9c17645facbf6433c3d2c9",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(
                                original(
                                    ARCHIVE + "pendigits/pendigits.tes",
                                    234366,
                                    "8bd03229c5c5291fefe43e45465dd948d2645bf23328b9d993e0b777666b2015"))),
                        false,
                        header("x1,y1,x2,y2,x3,y3,x4,y4,x5,y5,x6,y6,x7,y7,x8,y8,label"))))));
  }

  private static Dataset usps() {
    return new Dataset(
        "usps",
        "Handwritten digits of the US Postal Service",
        256,
        "10 classes",
        "-1..1",
        "none stated",
        "US Postal Service scans, by way of The Elements of Statistical Learning",
        "https://hastie.su.domains/ElemStatLearn/",
        List.of("the 9298 rows of both parts together are what papers use"),
        null,
        List.of(
            new DataFile(
                "usps-train.csv.gz",
                7291,
                1482510,
                "5870609f2d57ddafa670c322644fcffc9c39e6f33961be06906479e2625035b7",
                "04028a5ef01d9362b59d986018718d66e82289451a719531f863bab0a9a7e97f",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(
                                original(
                                    -1, null, ESL + "zip.train.gz", ESL_COPY + "zip.train.gz"))),
                        true,
                        numbered("p", 1, 256)))),
            new DataFile(
                "usps-test.csv.gz",
                2007,
                411361,
                "22c3c176b770187320461a88f065862cfba4ae1a0b730fb100c7d167c8e6afa3",
                "e7357327d82056ae66f1af5020150c385e7ae2717f65a2566cf2ca41d91e33e7",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(
                                original(-1, null, ESL + "zip.test.gz", ESL_COPY + "zip.test.gz"))),
                        true,
                        numbered("p", 1, 256))))));
  }

  private static Dataset yale() {
    return new Dataset(
        "yale",
        "Extended Yale Face Database B, cropped, 32 x 32 pixels",
        1024,
        "38 classes, 59 to 64 rows each",
        "0..255",
        "research use with acknowledgement; photographs of people, clear before publishing any",
        "A. Georghiades, K.-C. Lee and others, Yale and UCSD",
        "http://vision.ucsd.edu/~leekc/ExtYaleDatabase/ExtYaleB.html",
        List.of(
            "stand-in: papers used another set of 5768 x 520 with 10 classes, which could "
                + "not be had; results must not be set beside theirs",
            "frontal pose only; pixels run down the columns of a picture, so transpose to view"),
        null,
        List.of(
            new DataFile(
                "yale.csv.gz",
                2414,
                2529117,
                "80eb386de063eae521a75dfc661673dadd0dbf15c93fd8a03cebc8dd24e8b034",
                "1da0891b7e5c59163992e85883125749873b5d55e90e0b101770513cfb99ba42",
                new Source.ByHand(
                    "it was converted from a MATLAB file, YaleB_32x32.mat, that others "
                        + "made of the original pictures; write its rows as CSV, pixels "
                        + "p1..p1024 and label"))));
  }

  private static Dataset digits() {
    return new Dataset(
        "digits",
        "Optical Recognition of Handwritten Digits, test part",
        64,
        "10 classes",
        "0..16",
        "CC BY 4.0",
        "E. Alpaydin and C. Kaynak, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/80",
        List.of("inside the program, so nothing needs to be fetched"),
        "builtin:digits",
        List.of(
            new DataFile(
                "digits.csv.gz",
                1797,
                53603,
                "ad8bdbd5ae0e92f68033108f331b6fae4be0990d250e01d6b959a6bb81e7832c",
                "d7ff1341011182b7af3733b201a919cea2ffe00f25ff23ba48c5e791daffb498",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(
                                original(
                                    ARCHIVE + "optdigits/optdigits.tes",
                                    264712,
                                    "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8"))),
                        false,
                        numbered("p", 0, 63))))));
  }

  private static Dataset concrete() {
    return new Dataset(
        "concrete",
        "Concrete Compressive Strength",
        8,
        "target 2.33..82.6",
        "0..1145",
        "CC BY 4.0",
        "I-C. Yeh, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/165",
        List.of("papers may count the target as a ninth column"),
        null,
        List.of(
            new DataFile(
                "concrete.csv.gz",
                1030,
                10103,
                "186039eb215db4c34b44877f60d21667f4926c362dc0ed92bd763b7595d3ceec",
                "2bd98102f147c44d5b352fcf9bcfffb3af6dd7af5941a0f3ea1fb73398a97027",
                new Source.ByHand(
                    "it is published as a spreadsheet with longer decimals; take that "
                        + "from the page and save it as CSV"))));
  }

  private static Dataset housing() {
    return new Dataset(
        "housing",
        "Boston housing",
        13,
        "target 5..50",
        "0..711",
        "none stated",
        "D. Harrison and D. Rubinfeld 1978, StatLib",
        "http://lib.stat.cmu.edu/datasets/boston",
        List.of(
            "papers may count the target as a 14th column",
            "column b encodes race by a formula, for which some libraries withdrew the "
                + "set; keep it to reproducing papers"),
        null,
        List.of(
            new DataFile(
                "housing.csv.gz",
                506,
                11607,
                "914ac2731eff058d515e4e065f950f6f84e119d8d9aeb389b77680f6864d47e8",
                "16c598fd3d671d61344893e70198d3f06a27372b376ca9df5015d60c948e9ff0",
                new Source.ByHand(
                    "it is published as running text that breaks rows over lines; take "
                        + "that from the page and write one row a line"))));
  }

  private static Dataset tic() {
    return new Dataset(
        "tic",
        "Insurance Company Benchmark (CoIL 2000)",
        85,
        "2 classes (0: 9236, 1: 586)",
        "0..41",
        "non-commercial research and education only",
        "P. van der Putten, Sentient Machine Research, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/125",
        List.of(
            "rows 1-5822 are the training part, 5823-9822 the evaluation part",
            "papers may count the target as an 86th column",
            "columns v1 and v5 are codes of categories, most others binned ranges"),
        null,
        List.of(
            new DataFile(
                "tic.csv.gz",
                9822,
                209090,
                "7026a18e1cdf8528621de630be27e37ea4c834d320ca9e2c86d84c66d3ad95bf",
                "405adfc368ab62efc9356d433231a9a973f3e1ca4c2919dfc4fb61a83e96e1cb",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(original(ARCHIVE + "tic-mld/ticdata2000.txt", -1, null)),
                            List.of(
                                original(ARCHIVE + "tic-mld/ticeval2000.txt", -1, null),
                                original(ARCHIVE + "tic-mld/tictgts2000.txt", -1, null))),
                        false,
                        numbered("v", 1, 85))))));
  }

  private static Dataset mnist() {
    return new Dataset(
        "mnist",
        "MNIST handwritten digits",
        784,
        "10 classes",
        "0..255",
        "usually given as CC BY-SA 3.0",
        "Y. LeCun, C. Cortes and C. Burges",
        "http://yann.lecun.com/exdb/mnist/",
        List.of(
            "the original address is not always served; copies of the same bytes are tried next"),
        null,
        List.of(
            new DataFile(
                "mnist/train-images-idx3-ubyte.gz",
                60000,
                9912422,
                "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
                null,
                asIs("train-images-idx3-ubyte.gz", MNIST)),
            new DataFile(
                "mnist/train-labels-idx1-ubyte.gz",
                0,
                28881,
                "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
                null,
                asIs("train-labels-idx1-ubyte.gz", MNIST)),
            new DataFile(
                "mnist/t10k-images-idx3-ubyte.gz",
                10000,
                1648877,
                "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
                null,
                asIs("t10k-images-idx3-ubyte.gz", MNIST)),
            new DataFile(
                "mnist/t10k-labels-idx1-ubyte.gz",
                0,
                4542,
                "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
                null,
                asIs("t10k-labels-idx1-ubyte.gz", MNIST))));
  }

  private static Dataset fashion() {
    return new Dataset(
        "fashion-mnist",
        "Fashion-MNIST, release of 26 August 2017",
        784,
        "10 classes, balanced",
        "0..255",
        "MIT",
        "H. Xiao, K. Rasul and R. Vollgraf, Zalando",
        "https://github.com/zalandoresearch/fashion-mnist",
        List.of(
            "early release: 43 images repeat within train, 1 within test, 10 of test are "
                + "in train; fine for timing, accuracies are not comparable with published ones"),
        null,
        List.of(
            new DataFile(
                "fashion-mnist/train-images-idx3-ubyte.gz",
                60000,
                26434613,
                "08dc20ab1689590a0bcd66e874647b6ee8464e2d501b5a3f1f78831db19a3fdc",
                null,
                asIs("train-images-idx3-ubyte.gz", FASHION)),
            new DataFile(
                "fashion-mnist/train-labels-idx1-ubyte.gz",
                0,
                29497,
                "b0197879cbda89f3dc7b894f9fd52b858e68ea4182b6947c9d8c2b67e5f18dcc",
                null,
                asIs("train-labels-idx1-ubyte.gz", FASHION)),
            new DataFile(
                "fashion-mnist/t10k-images-idx3-ubyte.gz",
                10000,
                4398264,
                "78dcbbfb5a27efaf1b6c1d616caca68560be8766c5bffcb2791df9273a534229",
                null,
                asIs("t10k-images-idx3-ubyte.gz", FASHION)),
            new DataFile(
                "fashion-mnist/t10k-labels-idx1-ubyte.gz",
                0,
                5097,
                "42bd18137a62d5998cdeae52bf3a0676ac6b706f5cf8439b47bb5b151ae3dccf",
                null,
                asIs("t10k-labels-idx1-ubyte.gz", FASHION))));
  }

  private static Dataset covtype() {
    return new Dataset(
        "covtype-50k",
        "Covertype, a sample of 50000 rows",
        54,
        "7 classes",
        "-156..7145",
        "CC BY 4.0",
        "J. Blackard, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/31",
        List.of(
            "sample: drawn from the 581012 rows by somebody else, it seems stratified by "
                + "class; not to be reported as covtype"),
        null,
        List.of(
            new DataFile(
                "covtype-50k.csv.gz",
                50000,
                960372,
                "e38940682a985ca4c6a48e9e1f4bcec428083a3ce4009ac5e68d7fb9f2499b18",
                "f78a6183ae6490a29f1f0f0b9e1c3cf1d02fdcced0692a44a0033afb5fe152f8",
                new Source.ByHand(
                    "which rows were drawn is not published; the whole set is on the "
                        + "page, and a sample drawn anew is another one"))));
  }

  private static Dataset shuttle() {
    return new Dataset(
        "shuttle",
        "Statlog (Shuttle)",
        9,
        "7 classes, very unbalanced",
        "-26739..15164",
        "CC BY 4.0",
        "UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/148",
        List.of(),
        null,
        List.of(
            new DataFile(
                "shuttle.csv.gz",
                58000,
                417483,
                "41f80eeebc8320d8ed1d6478170dbedca0e6a7f12ba831d5a5c998d718261698",
                "c60fd1b998bad81b703f7b1dd7778afc8389a7523fba3743cac1291bc9683ade",
                new Source.ByHand(
                    "its training part is published as a .Z file; unpack that with "
                        + "uncompress, append shuttle.tst, and write columns s1..s9 and label "
                        + "as CSV"))));
  }

  private static Dataset letter() {
    return new Dataset(
        "letter",
        "Letter Recognition",
        16,
        "26 classes (1 is A, 26 is Z)",
        "0..15",
        "CC BY 4.0",
        "D. Slate, UCI Machine Learning Repository",
        "https://archive.ics.uci.edu/dataset/59",
        List.of(),
        null,
        List.of(
            new DataFile(
                "letter.csv.gz",
                20000,
                183920,
                "89888d4f7c004bd1a7c2665e985c1cf58d0d71966597246e72b3f2085d73cbd9",
                "e2d4a5f85d4f79ccdb971c9f0b61b4f693abc7947717b7c38ee4529dc429c6d5",
                new Source.Converted(
                    new TextTable(
                        List.of(
                            List.of(
                                original(
                                    ARCHIVE + "letter-recognition/letter-recognition.data",
                                    712565,
                                    "2b89f3602cf768d3c8355267d2f13f2417809e101fc2b5ceee10db19a60de6e2"))),
                        true,
                        header(
                            ""
                                + "x_box,y_box,width,high,onpix,x_bar,y_bar,x2bar,y2bar,xybar,x2ybr,xy2br,x_ege,xegvy,y_ege,yegvx,label"))))));
  }

  private static Source asIs(String name, List<String> folders) {
    return new Source.AsIs(folders.stream().map(folder -> URI.create(folder + name)).toList());
  }

  private static Original original(String address, long bytes, String sha256) {
    return new Original(List.of(URI.create(address)), bytes, sha256);
  }

  private static Original original(long bytes, String sha256, String... addresses) {
    return new Original(Stream.of(addresses).map(URI::create).toList(), bytes, sha256);
  }

  private static List<String> header(String names) {
    return Arrays.asList(names.split(","));
  }

  /** Features by number, then the label. */
  private static List<String> numbered(String prefix, int first, int last) {
    List<String> names = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      names.add(prefix + i);
    }
    names.add("label");
    return names;
  }
}
