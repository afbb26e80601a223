package dev.mercer.spark;

import dev.mercer.spark.RunsOn.Engine;
import org.junit.jupiter.api.Tag;

@Tag("whole")
@RunsOn(Engine.CLUSTER)
class EqualToCoreClusterTest extends EqualToCoreSuite {}
