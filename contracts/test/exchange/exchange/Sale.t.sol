// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {PlainERC721, RoyaltyERC721} from "../../base/PlainTokens.sol";
import {FalseERC20, FeeListERC721, LazyERC721, OldERC20, TaxedERC20, WrappedCoin} from "../../base/Tokens.sol";

contract ExchangeSaleTest is ExchangeBase {
    /// [TX-05] [TX-08] [TX-36] [SOL-20]
    function test_WhenPaidInCoin() public {
        Order memory order = aSale();
        buy(order, 1);
        vm.assertEq(nft.ownerOf(1), bob, "item");
        vm.assertEq(alice.balance, 0.975 ether, "seller");
        vm.assertEq(bob.balance, 1000 ether - 1.025 ether, "buyer");
        assertOver(order, 0.05 ether);
    }

    function test_WhenItemHasRoyalty() public {
        Order memory order = aSale(address(royal));
        buy(order, 1);
        vm.assertEq(alice.balance, 0.925 ether, "seller");
        vm.assertEq(carol.balance, 0.05 ether, "creator");
        assertOver(order, 0.05 ether);
    }

    function test_WhenRoyaltiesAreLists() public {
        FeeListERC721 list = new FeeListERC721();
        list.add(carol, 300);
        list.add(eve, 200);
        list.add(address(0), 100);
        list.give(alice, 1);
        vm.prank(alice);
        list.setApprovalForAll(address(proxy), true);
        Order memory order = aSale(address(list));
        buy(order, 1);
        vm.assertEq(carol.balance, 0.03 ether, "first");
        vm.assertEq(eve.balance, 0.02 ether, "second");
        vm.assertEq(alice.balance, 0.925 ether, "seller");
        assertOver(order, 0.05 ether);
    }

    function test_WhenSellerIsTheCreator() public {
        RoyaltyERC721 own = new RoyaltyERC721(alice, 500);
        own.give(alice, 1);
        vm.prank(alice);
        own.setApprovalForAll(address(proxy), true);
        Order memory order = aSale(address(own));
        buy(order, 1);
        vm.assertEq(alice.balance, 0.975 ether, "seller and creator");
        assertOver(order, 0.05 ether);
    }

    function test_WhenBuyerIsNamed() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(bob);
        exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, eve);
        vm.assertEq(nft.ownerOf(1), eve, "receiver");
        assertOver(order, 0.05 ether);
    }

    function test_WhenItemIsOfAnOldContract() public {
        Order memory order = aSale();
        order.key.sellAsset.assetType = 4;
        buy(order, 1);
        vm.assertEq(nft.ownerOf(1), bob, "item");
        assertOver(order, 0.05 ether);
    }

    function test_RevertWhen_OldContractDoesNotMove() public {
        LazyERC721 lazy = new LazyERC721();
        lazy.give(alice, 1);
        Order memory order = aSale(address(lazy));
        order.key.sellAsset.assetType = 4;
        buyReverts(order, 1, abi.encodeWithSelector(ITransferProxy.TransferProxyItemNotMoved.selector, lazy, 1));
    }

    function test_WhenFilledInParts() public {
        Order memory order = aLot();
        buy(order, 3);
        vm.assertEq(exchange.filled(alice, order.key.salt), 3, "filled");
        vm.assertTrue(!exchange.isSpent(alice, order.key.salt), "open");
        buyReverts(order, 8, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 8, 7));
        buy(order, 7);
        vm.assertEq(multi.balanceOf(bob, 7), 10, "items");
        vm.assertEq(alice.balance, 9.75 ether, "seller");
        assertOver(order, 0.5 ether);
    }

    /// An edit shares number and fills with its first version.
    function test_WhenVersionsShareFills() public {
        Order memory order = aLot();
        Order memory edited = aLot();
        edited.buying = 5 ether;
        buy(order, 4);
        buyReverts(edited, 7, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 7, 6));
        buy(edited, 6);
        vm.assertEq(alice.balance, 0.975 ether * 4 + 0.4875 ether * 6, "seller");
        assertOver(order, 0.05 ether * 4 + 0.025 ether * 6);
    }

    function test_RevertGiven_ASmallerVersionIsUsedUp() public {
        Order memory smaller = aLot();
        smaller.selling = 2;
        smaller.buying = 2 ether;
        buy(aLot(), 3);
        buyReverts(smaller, 1, abi.encodeWithSelector(IExchange.ExchangeAmountAboveLeft.selector, 1, 0));
    }

    /// A version for one item does not look at the fills of a lot, but ends it: never more than the largest version said.
    function testFuzz_AVersionForOneEndsALot(uint256 sold) public {
        Order memory single = aLot();
        (single.selling, single.buying) = (1, 1 ether);
        sold = bound(sold, 1, 9);
        buy(aLot(), sold);
        buy(single, 1);
        vm.assertLe(multi.balanceOf(bob, 7), 10, "items");
        assertOver(aLot(), 0.05 ether * (sold + 1));
    }

    function test_RevertWhen_ValueIsNotExact() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        for (uint256 value = 1.025 ether - 1; value <= 1.025 ether + 1; value += 2) {
            vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeValueWrong.selector, value, 1.025 ether));
            vm.prank(bob);
            exchange.exchange{value: value}(order, sig, FEE, none(), 1, address(0));
        }
    }

    /// [TX-02]
    function test_WhenPaidInToken() public {
        Order memory order = aSale(address(royal));
        order.key.buyAsset = money();
        buy(order, 1);
        vm.assertEq(royal.ownerOf(1), bob, "item");
        vm.assertEq(pay.balanceOf(alice), 0.925 ether, "seller");
        vm.assertEq(pay.balanceOf(carol), 0.05 ether, "creator");
        vm.assertEq(pay.balanceOf(treasury), 0.05 ether, "beneficiary");
        vm.assertEq(pay.balanceOf(bob), 1000 ether - 1.025 ether, "buyer");
        assertOver(order, 0);
    }

    function test_RevertWhen_CoinIsSentForAToken() public {
        Order memory order = aSale();
        order.key.buyAsset = money();
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeValueWrong.selector, 1, 0));
        vm.prank(bob);
        exchange.exchange{value: 1}(order, sig, FEE, none(), 1, address(0));
    }

    function test_WhenTokenReturnsNothing() public {
        (OldERC20 old, Order memory order) = oldTokenSale();
        buy(order, 1);
        vm.assertEq(old.balanceOf(alice), 0.925 ether, "seller");
        vm.assertEq(old.balanceOf(carol), 0.05 ether, "creator");
    }

    function test_WhenTokenRefusesTheRoyalty() public {
        (OldERC20 old, Order memory order) = oldTokenSale();
        old.setBlocked(carol);
        buy(order, 1);
        vm.assertEq(old.balanceOf(alice), 0.975 ether, "the seller keeps it");
        vm.assertEq(old.balanceOf(bob), 1000 ether - 1.025 ether, "the buyer pays as much");
    }

    function test_RevertWhen_TokenTaxes() public {
        TaxedERC20 taxed = new TaxedERC20();
        taxed.give(bob, 1000 ether);
        vm.prank(bob);
        taxed.approve(address(proxy), type(uint256).max);
        Order memory order = aSale();
        order.key.buyAsset.token = address(taxed);
        order.key.buyAsset.assetType = 1;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangePaymentShort.selector, taxed, 0.975 ether));
    }

    function test_RevertWhen_TokenAnswersFalse() public {
        FalseERC20 token = new FalseERC20();
        token.give(bob, 1 ether);
        vm.prank(bob);
        token.approve(address(proxy), type(uint256).max);
        Order memory order = aSale(address(royal));
        order.key.buyAsset.token = address(token);
        order.key.buyAsset.assetType = 1;
        buyReverts(order, 1, abi.encodeWithSignature("SafeERC20FailedOperation(address)", token));
        vm.assertEq(token.balanceOf(bob), 1 ether, "nothing moved");
    }

    /// Units of an ERC20 are no item of an old contract, even where it takes every call.
    function test_RevertWhen_AnItemIsMoney() public {
        WrappedCoin wrapped = new WrappedCoin();
        wrapped.give(alice, 1);
        Order memory order = aSale(address(wrapped));
        order.key.sellAsset.assetType = 4;
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert();
        vm.prank(bob);
        exchange.exchange{value: 1.025 ether}(order, sig, FEE, none(), 1, address(0));
        vm.assertEq(wrapped.balanceOf(alice), 1, "kept");
    }

    /// An ERC721 moves by the transferFrom of an ERC20: one unit, or an id as amount.
    function test_RevertWhen_MoneyIsAnItem() public {
        PlainERC721 dressed = new PlainERC721();
        dressed.give(bob, 1);
        dressed.give(bob, 30);
        vm.prank(bob);
        dressed.setApprovalForAll(address(proxy), true);
        Order memory order = aSale();
        order.key.buyAsset.token = address(dressed);
        order.key.buyAsset.assetType = 1;
        order.buying = 1;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangePaymentShort.selector, dressed, 1));
        order.buying = 30;
        buyReverts(order, 1, abi.encodeWithSelector(IExchange.ExchangePaymentShort.selector, dressed, 30));
    }

    function oldTokenSale() private returns (OldERC20 old, Order memory order) {
        old = new OldERC20();
        old.give(bob, 1000 ether);
        vm.prank(bob);
        old.approve(address(proxy), type(uint256).max);
        order = aSale(address(royal));
        order.key.buyAsset.token = address(old);
        order.key.buyAsset.assetType = 1;
    }
}
