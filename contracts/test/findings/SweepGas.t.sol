// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../src/exchange/IExchange.sol";
import {IExchangeForms} from "../../src/exchange/IExchangeForms.sol";
import {Fill, Order} from "../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../base/ExchangeBase.sol";
import {HostileMover} from "../base/Wallet.sol";

/// @notice A sweep in which one listing turned hostile after its caller looked.
contract SweepGasTest is ExchangeBase {
    HostileMover private mover;

    function setUp() public override {
        super.setUp();
        mover = new HostileMover();
        mover.give(alice, 1);
        vm.prank(alice);
        mover.setApprovalForAll(address(proxy), true);
        for (uint256 i; i < 10; ++i) {
            nft.give(alice, 50 + i);
        }
    }

    /// @dev Ten lines; the hostile one stands at `place`, at none where that is 10.
    function lines(uint256 place) private view returns (Fill[] memory list) {
        list = new Fill[](10);
        for (uint256 i; i < 10; ++i) {
            Order memory order = aSale(i == place ? address(mover) : address(nft));
            order.key.salt = saltOf(200 + i);
            if (i != place) order.key.sellAsset.tokenId = 50 + i;
            list[i] = Fill(order, makerSig(ALICE_KEY, order), FEE, none(), 1);
        }
    }

    function trySweep(Fill[] memory list, uint256 least, uint256 gas_) private returns (bool ok, bytes memory answer) {
        vm.prank(bob);
        (ok, answer) =
            address(exchange).call{value: 10.25 ether, gas: gas_}(abi.encodeCall(IExchangeForms.sweep, (list, address(0), least)));
    }

    function filledOf(bytes memory answer) private pure returns (uint256 count) {
        bool[] memory done = abi.decode(answer, (bool[]));
        for (uint256 i; i < done.length; ++i) {
            if (done[i]) ++count;
        }
    }

    function assertBought(uint256 count) private view {
        vm.assertEq(bob.balance, 1000 ether - count * 1.025 ether, "paid for these only");
        vm.assertEq(alice.balance, count * 0.975 ether, "proceeds");
        vm.assertEq(address(exchange).balance, count * 0.05 ether, "fees");
    }

    /// [F-7] The gas does for all ten where none is hostile; a line that burns its share ends the sweep, it loses none before.
    function test_F7_WhenOneLineBurnsItsGas() public {
        mover.set(1);
        (bool ok, bytes memory answer) = trySweep(lines(5), 1, 2_550_000);
        vm.assertTrue(ok, "not lost");
        vm.assertEq(filledOf(answer), 5, "all before it, and none that has no gas of its own");
        assertBought(5);
    }

    /// [F-7] Also where the caller names no least.
    function test_F7_RevertWhen_NotEvenOneFits() public {
        (bool ok, bytes memory answer) = trySweep(lines(10), 0, 1_500_000);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(answer)), bytes32(IPayouts.PayoutGasTooLow.selector), "for its gas");
        assertBought(0);
    }

    /// [F-7]
    function test_F7_WhenNoLineIsHostile() public {
        (bool ok, bytes memory answer) = trySweep(lines(10), 10, 2_550_000);
        vm.assertTrue(ok, "the same gas");
        vm.assertEq(filledOf(answer), 10, "does it");
        assertBought(10);
    }

    /// [F-7]
    function test_F7_RevertWhen_FewerThanTheLeastFit() public {
        mover.set(1);
        (bool ok, bytes memory answer) = trySweep(lines(5), 9, 2_550_000);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(answer)), bytes32(IPayouts.PayoutGasTooLow.selector), "for its gas");
        assertBought(0);
    }

    /// [F-7]
    function test_F7_RevertWhen_FewerThanTheLeastAreFilled() public {
        mover.set(3);
        Fill[] memory list = lines(0);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSweptTooFew.selector, 9, 10));
        vm.prank(bob);
        exchange.sweep{value: 10.25 ether}(list, address(0), 10);
        vm.prank(bob);
        exchange.sweep{value: 10.25 ether}(list, address(0), 9);
        assertBought(9);
    }

    /// [F-7]
    function test_F7_RevertWhen_MoreAreWantedThanListed() public {
        Fill[] memory list = lines(10);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSweptTooFew.selector, 10, 11));
        vm.prank(bob);
        exchange.sweep{value: 10.25 ether}(list, address(0), 11);
    }

    /// [F-7] At any gas: whole lines, the first ones, each as if bought alone; or nothing.
    function testFuzz_F7_FillsWholeLines(uint256 gas_, uint256 place, uint256 mood, uint256 least) public {
        mover.set(bound(mood, 0, 3));
        least = bound(least, 0, 10);
        (bool ok, bytes memory answer) = trySweep(lines(bound(place, 0, 10)), least, bound(gas_, 100_000, 6_000_000));
        if (!ok) return assertBought(0);
        uint256 count = filledOf(answer);
        vm.assertGe(count, least, "as many as wanted");
        vm.assertGe(count, 1, "one at least");
        assertBought(count);
    }
}
