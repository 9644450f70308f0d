// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Fill, Order} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {MoodyERC20, Taking} from "../../base/MoodyERC20.sol";
import {TaxedERC20} from "../../base/Tokens.sol";
import {TokenSweepBase} from "../../base/TokenSweepBase.sol";
import {HostileMover} from "../../base/Wallet.sol";

contract TokenSweepTest is TokenSweepBase {
    function assertAll(bool[] memory done) private pure {
        for (uint256 i; i < COUNT; ++i) vm.assertTrue(done[i], "done");
    }

    /// [CART-10]
    function test_FillsTenOfOneSellerAndOneCreator() public {
        assertAll(sweep(ofOne()));
        for (uint256 i; i < COUNT; ++i) vm.assertEq(collections[0].ownerOf(200 + i), bob, "item");
        assertPaid(seller(0), 9.25 ether, "seller");
        assertPaid(creator(0), 0.5 ether, "creator");
        assertPaid(treasury, 0.5 ether, "beneficiary");
        assertWhole(10);
        vm.assertEq(token.received(seller(0)), 10, "the seller by each fill");
        vm.assertEq(token.received(creator(0)), 2, "the creator by the first fill and at the end");
        vm.assertEq(token.received(treasury), 2, "the beneficiary as well");
    }

    /// [CART-10]
    function test_FillsTenOfTenSellersAndOneCreator() public {
        assertAll(sweep(ofSellers()));
        for (uint256 i; i < COUNT; ++i) assertPaid(seller(i), 0.925 ether, "seller");
        assertPaid(creator(0), 0.5 ether, "creator");
        assertPaid(treasury, 0.5 ether, "beneficiary");
        assertWhole(10);
    }

    /// [CART-10]
    function test_FillsTenOfTenSellersAndTenCreators() public {
        assertAll(sweep(ofEach()));
        for (uint256 i; i < COUNT; ++i) {
            assertPaid(seller(i), 0.925 ether, "seller");
            assertPaid(creator(i), 0.05 ether, "creator");
            vm.assertEq(token.received(creator(i)), 1, "no second payment of nothing");
        }
        assertPaid(treasury, 0.5 ether, "beneficiary");
        assertWhole(10);
    }

    /// [CART-10]
    function test_GivesBackTheCoinSentAlong() public {
        vm.deal(address(exchange), 5 ether);
        Fill[] memory list = ofOne();
        vm.prank(bob);
        exchange.sweep{value: 3 ether}(list, address(0), 10);
        vm.assertEq(bob.balance, INITIAL_BALANCE, "coin");
        vm.assertEq(address(exchange).balance, 5 ether, "what lay there");
        assertWhole(10);
    }

    /// [CART-10]
    function test_RevertWhen_TheMoneyIsMixed() public {
        Fill[] memory list = ofOne();
        MoodyERC20 other = new MoodyERC20();
        list[9].order.key.buyAsset.token = address(other);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeMoneyMixed.selector, other, token));
        sweep(list);
        list[9].order.key.buyAsset = coin();
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeMoneyMixed.selector, address(0), token));
        sweep(list);
        list = ofOne();
        list[0].order.key.buyAsset = coin();
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeMoneyMixed.selector, token, address(0)));
        sweep(list);
        list = ofOne();
        // The same address, once as coin.
        list[4].order.key.buyAsset.assetType = 0;
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeMoneyMixed.selector, token, token));
        sweep(list);
        assertUntouched(ofOne());
    }

    /// [CART-10]
    function test_RevertWhen_AnItemIsAskedFor() public {
        Fill[] memory list = ofOne();
        for (uint8 assetType = 2; assetType < 7; ++assetType) {
            list[0].order.key.buyAsset.assetType = assetType;
            vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSidesUnsupported.selector, 3, assetType));
            sweep(list);
        }
    }

    /// [CART-10]
    function test_RevertWhen_TheMoneyHasNoAddress() public {
        Fill[] memory list = ofOne();
        for (uint256 i; i < COUNT; ++i) {
            list[i].order.key.buyAsset.token = address(0);
            list[i].sig = makerSig(1000, list[i].order);
        }
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeNothingSwept.selector));
        sweep(list);
    }

    /// [CART-10] A note that outlived its sweep would add the refused royalty of the second to a sum.
    function test_WhenOtherMoneyIsSweptInOneTransaction() public {
        Fill[] memory list = ofOne();
        (Fill[] memory first, Fill[] memory second) = (new Fill[](5), new Fill[](4));
        for (uint256 i; i < 5; ++i) first[i] = list[i];
        MoodyERC20 former = token;
        token = new MoodyERC20();
        fund(bob);
        token.set(creator(0), Taking.Refuses, 0);
        for (uint256 i; i < 4; ++i) second[i] = fillOf(sale(address(collections[0]), 205 + i, 0, 15 + i), 0);
        sweep(first);
        sweep(second);
        assertPaid(creator(0), 0, "refused each time");
        assertPaid(seller(0), 4 * 0.975 ether, "so it stays with the seller");
        assertPaid(treasury, 4 * 0.05 ether, "fees of the second");
        assertWhole(4);
        Fill[] memory third = new Fill[](1);
        third[0] = list[9];
        third[0].order.key.buyAsset = coin();
        third[0].sig = makerSig(1000, third[0].order);
        vm.prank(bob);
        exchange.sweep{value: 1.025 ether}(third, address(0), 1);
        vm.assertEq(creator(0).balance, 0.05 ether, "coin: the sum of the third");
        token = former;
        assertPaid(creator(0), 0.25 ether, "the sum of the first");
        assertWhole(5);
    }

    /// [CART-10] A purchase alone notes no payee.
    function test_WhenASingleFillComesBefore() public {
        Fill[] memory list = ofOne();
        Fill[] memory others = new Fill[](9);
        for (uint256 i; i < 9; ++i) others[i] = list[i + 1];
        vm.prank(bob);
        exchange.exchange(list[0].order, list[0].sig, FEE, none(), 1, address(0));
        token.set(creator(0), Taking.Refuses, 0);
        sweep(others);
        assertPaid(creator(0), 0.05 ether, "the purchase alone");
        assertPaid(seller(0), 0.925 ether + 9 * 0.975 ether, "the others stay with the seller");
        assertPaid(treasury, 0.5 ether, "fees");
        assertWhole(10);
    }

    /// [CART-10] The first sweep notes its payees, then reverts.
    function test_WhenASweepRevertedBefore() public {
        Fill[] memory list = ofOne();
        vm.prank(bob);
        token.approve(address(proxy), 10.25 ether - 1);
        vm.expectRevert();
        sweep(list);
        vm.prank(bob);
        token.approve(address(proxy), type(uint256).max);
        token.set(creator(0), Taking.Refuses, 0);
        sweep(list);
        assertPaid(seller(0), 9.75 ether, "nothing was noted");
        assertPaid(treasury, 0.5 ether, "fees once");
        assertWhole(10);
    }

    /// [CART-10] Notes and sums fall with the fill that made them: its seller refuses after beneficiary and creator were paid.
    function test_WhenTheFirstFillFails() public {
        token.set(seller(0), Taking.Refuses, 0);
        bool[] memory done = sweep(ofSellers());
        vm.assertTrue(!done[0] && done[1], "the others");
        assertPaid(creator(0), 0.45 ether, "royalties of nine");
        assertPaid(treasury, 0.45 ether, "fees of nine");
        vm.assertEq(token.received(creator(0)), 2, "the first of them by itself");
        assertWhole(9);
    }

    /// [CART-10]
    function test_WhenAPayeeHasSeveralParts() public {
        Fill[] memory list = new Fill[](3);
        // The creator is the seller of the second, the payer of all, and the beneficiary.
        list[0] = fillOf(sale(address(collections[0]), 200, 0, 40), 0);
        list[1] = fillOf(sale(address(collections[0]), 101, 1, 41), 1);
        list[2] = fillOf(sale(address(collections[0]), 201, 0, 42), 0);
        vm.startPrank(operator);
        exchange.setBeneficiary(creator(0));
        vm.warp(block.timestamp + 2 days);
        exchange.applyBeneficiary();
        vm.stopPrank();
        fund(creator(0));
        vm.prank(creator(0));
        exchange.sweep(list, address(0), 3);
        assertPaid(creator(0), INITIAL_BALANCE - 3 * 0.925 ether, "pays itself");
        assertPaid(seller(0), 2 * 0.925 ether, "the seller of two");
        assertPaid(seller(1), 0.925 ether, "the seller of one");
    }

    /// [CART-10]
    function test_WhenTheBeneficiaryChangesBetweenTwoLines() public {
        HostileMover mover = new HostileMover();
        mover.give(seller(3), 1);
        vm.prank(seller(3));
        mover.setApprovalForAll(address(proxy), true);
        mover.reenter(address(exchange), abi.encodeCall(IFees.applyBeneficiary, ()));
        vm.prank(operator);
        exchange.setBeneficiary(carol);
        vm.warp(block.timestamp + 2 days);
        Fill[] memory list = ofSellers();
        list[3] = fillOf(sale(address(mover), 1, 3, 50), 3);
        assertAll(sweep(list));
        vm.assertTrue(mover.entered(), "changed");
        assertPaid(treasury, 4 * 0.05 ether, "the beneficiary of four");
        assertPaid(carol, 6 * 0.05 ether, "and of six");
    }

    /// [CART-10] Each fill by itself: a sweep leaves what single purchases would.
    /// forge-config: default.fuzz.runs = 500
    function testFuzz_IsManyPurchases(uint256 price, uint256 mask) public {
        price = bound(price, 100, 1e24);
        mask = bound(mask, 1, 31);
        Fill[] memory list = new Fill[](5);
        (Fill[] memory one, Fill[] memory each) = (ofOne(), ofEach());
        (uint256 dueAll, uint256 fees) = (0, 0);
        for (uint256 i; i < 5; ++i) {
            list[i] = i < 3 ? one[i] : each[i];
            list[i].order.buying = price + i;
            list[i].sig = makerSig(mask >> i & 1 == 0 ? EVE_KEY : i < 3 ? 1000 : 1000 + i, list[i].order);
            if (mask >> i & 1 == 1) dueAll += due(price + i, FEE);
            if (mask >> i & 1 == 1) fees += (price + i) * FEE / 10_000 * 2;
        }
        token.give(bob, 2 * dueAll);
        uint256 before = token.balanceOf(bob);
        bool[] memory done = sweep(list);
        uint256 gains = token.balanceOf(treasury) + token.balanceOf(address(exchange));
        for (uint256 i; i < 5; ++i) {
            vm.assertEq(done[i] ? 1 : 0, mask >> i & 1, "exactly these");
            if (i == 0 || i > 2) gains += token.balanceOf(seller(i)) + token.balanceOf(creator(i));
            if (i > 2) assertPaid(creator(i), done[i] ? (price + i) * 500 / 10_000 : 0, "creator");
        }
        assertPaid(treasury, fees, "fees");
        vm.assertEq(before - token.balanceOf(bob), dueAll, "exactly their price");
        vm.assertEq(gains, dueAll, "all of it paid");
    }
}

/// @notice A sweep in the wrapped coin, here one that would fail the measurement.
contract WrappedSweepTest is TokenSweepBase {
    TaxedERC20 private wrapped;

    function setUp() public override {
        wrapped = new TaxedERC20();
        super.setUp();
    }

    function wrappedCoin() internal view override returns (address) {
        return address(wrapped);
    }

    /// [CART-10]
    function test_IsNotMeasured() public {
        wrapped.give(bob, INITIAL_BALANCE);
        vm.prank(bob);
        wrapped.approve(address(proxy), INITIAL_BALANCE);
        Fill[] memory list = ofEach();
        for (uint256 i; i < COUNT; ++i) {
            list[i].order.key.buyAsset.token = address(wrapped);
            list[i].sig = makerSig(1000 + i, list[i].order);
        }
        vm.prank(bob);
        exchange.sweep(list, address(0), 10);
        vm.assertEq(wrapped.balanceOf(seller(9)), 0.925 ether * 99 / 100, "seller");
    }
}
