// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PriceFeed} from "../../../src/devnet/PriceFeed.sol";
import {Test} from "../../base/Test.sol";
import {Vm} from "../../base/Vm.sol";

contract PriceFeedTest is Test {
    PriceFeed private feed = new PriceFeed("ETH / USD", 8, bob);

    function test_WritesRounds() public {
        vm.warp(1_000);
        vm.prank(bob);
        feed.write(5200e8);
        vm.warp(1_600);
        vm.recordLogs();
        vm.prank(bob);
        feed.write(-1);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[0].topics[0], keccak256("AnswerUpdated(int256,uint256,uint256)"), "as Chainlink logs it");
        _assertLatest(2, -1, 1_600);
        (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredIn) = feed.getRoundData(1);
        vm.assertEq(id, 1, "id");
        vm.assertTrue(answer == 5200e8, "answer");
        vm.assertEq(startedAt, 1_000, "started");
        vm.assertEq(updatedAt, 1_000, "updated");
        vm.assertEq(answeredIn, 1, "answered in");
        vm.assertEq(feed.decimals(), 8, "decimals");
        vm.assertEq(feed.description(), "ETH / USD", "description");
        vm.assertEq(feed.version(), 1, "version");
        vm.assertEq(feed.owner(), bob, "owner");
    }

    function test_RevertWhen_AnotherThanTheOwnerWrites() public {
        vm.expectRevert(abi.encodeWithSelector(PriceFeed.PriceFeedForeignCaller.selector, eve));
        vm.prank(eve);
        feed.write(1);
    }

    function test_RevertWhen_NoSuchRoundWasWritten() public {
        vm.expectRevert(abi.encodeWithSelector(PriceFeed.PriceFeedNoRound.selector, uint80(0)));
        feed.latestRoundData();
        vm.expectRevert(abi.encodeWithSelector(PriceFeed.PriceFeedNoRound.selector, uint80(7)));
        feed.getRoundData(7);
    }

    function _assertLatest(uint80 id, int256 answer, uint256 at) private view {
        (uint80 latest, int256 said, uint256 startedAt, uint256 updatedAt, uint80 answeredIn) = feed.latestRoundData();
        vm.assertEq(latest, id, "latest id");
        vm.assertTrue(said == answer, "latest answer");
        vm.assertEq(startedAt, at, "latest started");
        vm.assertEq(updatedAt, at, "latest updated");
        vm.assertEq(answeredIn, id, "latest answered in");
    }
}
