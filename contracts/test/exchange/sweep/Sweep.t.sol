// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {IExchangeForms} from "../../../src/exchange/IExchangeForms.sol";
import {Fill, Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";

contract SweepTest is ExchangeBase {
    uint256 private constant COUNT = 10;

    function setUp() public override {
        super.setUp();
        for (uint256 i; i < COUNT; ++i) {
            royal.give(alice, 100 + i);
        }
    }

    function sale(uint256 index) private view returns (Order memory order) {
        order = aSale(address(royal));
        order.key.salt = saltOf(10 + index);
        order.key.sellAsset.tokenId = 100 + index;
    }

    function fillOf(Order memory order) private view returns (Fill memory) {
        return Fill(order, makerSig(ALICE_KEY, order), FEE, none(), 1);
    }

    function fills(uint256 count) private view returns (Fill[] memory list) {
        list = new Fill[](count);
        for (uint256 i; i < count; ++i) {
            list[i] = fillOf(sale(i));
        }
    }

    function sweep(Fill[] memory list, uint256 value) private returns (bool[] memory) {
        vm.prank(bob);
        return exchange.sweep{value: value}(list, address(0), 1);
    }

    /// What `done` fills of 1 coin leave everywhere: the royalty is 5 %, each fee 2.5 %.
    function assertDone(uint256 done) private view {
        vm.assertEq(bob.balance, 1000 ether - done * 1.025 ether, "the buyer paid for these only");
        vm.assertEq(alice.balance, done * 0.925 ether, "proceeds");
        vm.assertEq(carol.balance, done * 0.05 ether, "royalties");
        vm.assertEq(address(exchange).balance, done * 0.05 ether, "fees");
    }

    function test_FillsAllAndRefunds() public {
        bool[] memory done = sweep(fills(COUNT), 11 ether);
        for (uint256 i; i < COUNT; ++i) {
            vm.assertTrue(done[i], "done");
            vm.assertEq(royal.ownerOf(100 + i), bob, "item");
            vm.assertTrue(exchange.isSpent(alice, saltOf(10 + i)), "spent");
        }
        assertDone(COUNT);
    }

    function test_WhenTheValueIsExact() public {
        sweep(fills(2), 2.05 ether);
        assertDone(2);
    }

    function test_GivesTheItemsToTheBuyer() public {
        Fill[] memory list = fills(2);
        vm.prank(bob);
        exchange.sweep{value: 2.05 ether}(list, eve, 1);
        vm.assertEq(royal.ownerOf(100), eve, "first");
        vm.assertEq(royal.ownerOf(101), eve, "second");
        assertDone(2);
    }

    function test_SkipsWhatCannotBeFilled() public {
        Fill[] memory list = fills(9);
        // 0 sold, 1 cancelled, 2 gone, 3 by another, 4 expired, 5 more than there are, 6 another fee, 7 of the caller's own.
        buyAs(eve, sale(0));
        vm.startPrank(alice);
        exchange.cancel(sale(1).key);
        royal.transferFrom(alice, carol, 102);
        vm.stopPrank();
        list[3].sig = makerSig(EVE_KEY, sale(3));
        list[4].order.key.salt = saltOf(14, 0, block.timestamp - 1, 0);
        list[4].sig = makerSig(ALICE_KEY, list[4].order);
        list[5].amount = 2;
        list[6].buyerFee = 0;
        list[7].order.key.owner = bob;
        list[7].sig = makerSig(BOB_KEY, list[7].order);
        uint256 before = alice.balance;
        bool[] memory done = sweep(list, 10 ether);
        for (uint256 i; i < 8; ++i) {
            vm.assertTrue(!done[i], vm.toString(i));
        }
        vm.assertTrue(done[8], "the ninth");
        vm.assertEq(bob.balance, 1000 ether - 1.025 ether, "one paid");
        vm.assertEq(alice.balance - before, 0.925 ether, "one sold");
        for (uint256 i = 3; i < 8; ++i) {
            vm.assertTrue(!exchange.isSpent(alice, saltOf(10 + i)), "open as before");
        }
    }

    function buyAs(address who, Order memory order) private {
        vm.deal(who, 2 ether);
        buyAs(who, order, 1);
    }

    function test_SkipsWhatIsNotApproved() public {
        vm.prank(alice);
        royal.setApprovalForAll(address(proxy), false);
        vm.prank(alice);
        royal.approve(address(proxy), 103);
        bool[] memory done = sweep(fills(5), 5.125 ether);
        vm.assertTrue(!done[0] && !done[1] && !done[2] && done[3] && !done[4], "the approved one");
        assertDone(1);
    }

    /// The coin of others, fees and credits, pays for nothing.
    function test_NeverTouchesWhatIsNotTheCallers() public {
        vm.deal(address(exchange), 100 ether);
        bool[] memory done = sweep(fills(5), 2.5 ether);
        vm.assertTrue(done[0] && done[1] && !done[2] && !done[3] && !done[4], "two");
        vm.assertEq(address(exchange).balance, 100.1 ether, "all that was there, and the fees");
        vm.assertEq(bob.balance, 1000 ether - 2.05 ether, "the rest came back");
    }

    function sweepReverts(Fill[] memory list, uint256 value) private {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeNothingSwept.selector));
        sweep(list, value);
    }

    function test_RevertWhen_ThereIsNoCoin() public {
        vm.deal(address(exchange), 100 ether);
        sweepReverts(fills(3), 0);
        sweepReverts(fills(3), 1.025 ether - 1);
    }

    function test_RevertWhen_NothingCanBeFilled() public {
        sweepReverts(new Fill[](0), 1 ether);
        sweep(fills(3), 3.075 ether);
        sweepReverts(fills(3), 3.075 ether);
    }

    function test_RevertWhen_OneIsForAToken() public {
        Fill[] memory list = fills(2);
        list[1].order.key.buyAsset = money();
        list[1].sig = makerSig(ALICE_KEY, list[1].order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeMoneyMixed.selector, pay, address(0)));
        sweep(list, 3 ether);
        list[1].order = aBid(address(royal));
        list[1].sig = makerSig(BOB_KEY, list[1].order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSidesUnsupported.selector, 1, 3));
        sweep(list, 3 ether);
    }

    function test_SkipsWhatIsMintedAtSettlement() public {
        Fill[] memory list = fills(2);
        list[0].order.key.sellAsset.assetType = 5;
        list[0].sig = makerSig(ALICE_KEY, list[0].order);
        bool[] memory done = sweep(list, 3 ether);
        vm.assertTrue(!done[0] && done[1], "the second");
    }

    function test_WhenTheSameOrderComesTwice() public {
        Fill[] memory list = fills(2);
        list[1] = list[0];
        bool[] memory done = sweep(list, 3 ether);
        vm.assertTrue(done[0] && !done[1], "once");
        assertDone(1);
    }

    function test_WhenALotIsSweptInParts() public {
        Fill[] memory list = new Fill[](3);
        for (uint256 i; i < 3; ++i) {
            list[i] = fillOf(aLot());
            list[i].amount = 4;
        }
        bool[] memory done = sweep(list, 20 ether);
        vm.assertTrue(done[0] && done[1] && !done[2], "8 of 10");
        vm.assertEq(multi.balanceOf(bob, 7), 8, "items");
        vm.assertEq(exchange.filled(alice, saltOf(6)), 8, "counted");
        vm.assertEq(bob.balance, 1000 ether - 8.2 ether, "paid");
    }

    function test_RevertGiven_Paused() public {
        vm.prank(operator);
        exchange.pause(1 hours);
        sweepReverts(fills(2), 3 ether);
    }

    /// Where all lines are wanted, too little gas is an error, not a skip: an estimate finds what fills all.
    function testFuzz_WhenGasIsScarce(uint256 gas_) public {
        Fill[] memory list = fills(3);
        gas_ = bound(gas_, 60_000, 4_000_000);
        vm.prank(bob);
        try exchange.sweep{value: 3.075 ether, gas: gas_}(list, address(0), 3) returns (bool[] memory done) {
            vm.assertTrue(done[0] && done[1] && done[2], "all");
            assertDone(3);
        } catch {
            assertDone(0);
        }
    }

    function test_RevertWhen_GasIsTooLow() public {
        bytes memory call = abi.encodeCall(IExchangeForms.sweep, (fills(3), address(0), 1));
        vm.prank(bob);
        (bool ok, bytes memory why) = address(exchange).call{value: 3.075 ether, gas: 600_000}(call);
        vm.assertTrue(!ok, "refused");
        vm.assertEq(bytes32(bytes4(why)), bytes32(IPayouts.PayoutGasTooLow.selector), "reason");
    }

    /// Each fill by itself: a sweep leaves what single purchases would.
    function testFuzz_IsManyPurchases(uint256 price, uint256 mask) public {
        price = bound(price, 1, 1e24);
        Fill[] memory list = fills(5);
        uint256 dueAll;
        for (uint256 i; i < 5; ++i) {
            list[i].order.buying = price + i;
            list[i].sig = makerSig(mask >> i & 1 == 1 ? ALICE_KEY : EVE_KEY, list[i].order);
            if (mask >> i & 1 == 1) dueAll += due(price + i, FEE);
        }
        vm.assume(dueAll != 0);
        vm.deal(bob, dueAll * 2);
        bool[] memory done = sweep(list, dueAll * 2);
        for (uint256 i; i < 5; ++i) {
            vm.assertEq(done[i] ? 1 : 0, mask >> i & 1, "exactly these");
        }
        vm.assertEq(bob.balance, dueAll, "exactly their price");
        vm.assertEq(alice.balance + carol.balance + address(exchange).balance, dueAll, "all of it paid");
        vm.assertEq(exchange.totalClaimable(), 0, "no payee refused");
    }
}
