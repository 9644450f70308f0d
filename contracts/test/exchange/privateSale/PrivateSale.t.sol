// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {PlainERC20} from "../../base/PlainTokens.sol";
import {Wallet} from "../../base/Wallet.sol";

contract PrivateSaleTest is ExchangeBase {
    uint256 private constant PRIVATE = 2;

    function privateSale() private view returns (Order memory order) {
        order = aSale();
        order.key.salt |= PRIVATE << 64;
    }

    function sigFor(Order memory order, address taker) private view returns (Sig memory) {
        return signed(ALICE_KEY, exchange.digestByTerms(order, taker));
    }

    function buyAs(address buyer, Order memory order, Sig memory sig, address receiver) private {
        vm.deal(buyer, 10 ether);
        vm.prank(buyer);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, receiver);
    }

    function fails(address buyer, Order memory order, Sig memory sig) private {
        vm.deal(buyer, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(buyer);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, buyer);
    }

    /// [PRIV-01]
    function test_WhenTheTakerBuys() public {
        Order memory order = privateSale();
        buyAs(bob, order, sigFor(order, bob), address(0));
        vm.assertEq(nft.ownerOf(1), bob, "item");
        vm.assertEq(alice.balance, 0.975 ether, "proceeds");
        vm.assertTrue(exchange.isSpent(alice, order.key.salt), "spent");
    }

    /// Whom the taker gives it to is the taker's business.
    function test_WhenTheTakerBuysForAnother() public {
        Order memory order = privateSale();
        buyAs(bob, order, sigFor(order, bob), eve);
        vm.assertEq(nft.ownerOf(1), eve, "item");
    }

    function test_WhenTheTakerBuysByBytes() public {
        Order memory order = privateSale();
        bytes memory signature = joined(sigFor(order, bob));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, none(), 1, address(0));
        vm.assertEq(nft.ownerOf(1), bob, "item");
    }

    function test_WhenAContractSells() public {
        Wallet wallet = new Wallet(alice);
        nft.give(address(wallet), 2);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        Order memory order = privateSale();
        (order.key.owner, order.key.sellAsset.tokenId) = (address(wallet), 2);
        bytes memory signature = joined(sigFor(order, bob));
        bytes memory why = abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, wallet);
        vm.deal(eve, 10 ether);
        vm.expectRevert(why);
        vm.prank(eve);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, none(), 1, address(0));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, none(), 1, address(0));
        vm.assertEq(nft.ownerOf(2), bob, "item");
    }

    function test_RevertWhen_AnotherBuys() public {
        Order memory order = privateSale();
        fails(eve, order, sigFor(order, bob));
    }

    /// All 160 bits are signed: an account that shares all but the last, or all but the first.
    function test_RevertWhen_TheTakerIsAlmostTheSame() public {
        Order memory order = privateSale();
        Sig memory sig = sigFor(order, bob);
        fails(address(uint160(bob) ^ 1), order, sig);
        fails(address(uint160(bob) ^ (1 << 159)), order, sig);
    }

    /// Not by naming the taker as receiver, nor by the taker's own contract.
    function test_RevertWhen_TheTakerOnlyReceives() public {
        Order memory order = privateSale();
        Sig memory sig = sigFor(order, bob);
        vm.deal(eve, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(eve);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, bob);
    }

    /// [PRIV-03]
    function test_RevertWhen_APlainSaleIsReadAsAPrivateOne() public {
        Order memory order = privateSale();
        fails(bob, order, signed(ALICE_KEY, exchange.digest(order)));
        Order memory plain = aSale();
        fails(bob, order, makerSig(ALICE_KEY, plain));
        fails(bob, plain, sigFor(order, bob));
    }

    function test_RevertWhen_ABidIsPrivate() public {
        Order memory order = aBid(address(nft));
        order.key.salt |= PRIVATE << 64;
        Sig memory sig = signed(BOB_KEY, exchange.digestByTerms(order, alice));
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, PRIVATE));
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), PRICE, address(0));
    }

    function test_RevertWhen_TheTermsSayNothing() public {
        for (uint256 terms = 3; terms >> 96 == 0; terms <<= 8) {
            Order memory order = aSale();
            order.key.salt |= terms << 64;
            Sig memory sig = makerSig(ALICE_KEY, order);
            vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, terms));
            vm.prank(bob);
            exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0));
        }
    }

    function test_RevertWhen_ItIsRegistered() public {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, PRIVATE));
        vm.prank(alice);
        exchange.register(privateSale());
    }

    function test_RevertWhen_OnAnotherChain() public {
        Order memory order = privateSale();
        Sig memory sig = sigFor(order, bob);
        vm.chainId(block.chainid + 1);
        fails(bob, order, sig);
    }

    function test_RevertWhen_OnAnotherExchange() public {
        Order memory order = privateSale();
        Sig memory sig = sigFor(order, bob);
        (exchange,) = deployed();
        fails(bob, order, sig);
    }

    /// Bob, who is the taker, buys one for `value` of coin.
    function failsFor(uint256 value, Order memory order, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, order.key.owner));
        vm.prank(bob);
        exchange.exchange{value: value}(order, signature, FEE, none(), 1, address(0));
    }

    function test_RevertWhen_ThePriceIsAnother() public {
        Order memory order = privateSale();
        bytes memory signature = joined(sigFor(order, bob));
        order.buying = PRICE / 2;
        failsFor(due(PRICE / 2, FEE), order, signature);
    }

    function test_RevertWhen_TheQuantityIsAnother() public {
        Order memory order = aLot();
        order.key.salt |= PRIVATE << 64;
        bytes memory signature = joined(sigFor(order, bob));
        order.selling = 20;
        failsFor(due(PRICE / 2, FEE), order, signature);
    }

    function test_RevertWhen_TheItemIsAnother() public {
        Order memory order = privateSale();
        bytes memory signature = joined(sigFor(order, bob));
        nft.give(alice, 2);
        order.key.sellAsset.tokenId = 2;
        failsFor(due(PRICE, FEE), order, signature);
    }

    function test_RevertWhen_TheMoneyIsAnother() public {
        Order memory order = privateSale();
        bytes memory signature = joined(sigFor(order, bob));
        PlainERC20 worthless = new PlainERC20();
        worthless.give(bob, 2 * PRICE);
        vm.prank(bob);
        worthless.approve(address(proxy), type(uint256).max);
        order.key.buyAsset = item(address(worthless), 0, 1);
        failsFor(0, order, signature);
    }

    function test_RevertWhen_TheSellerFeeIsAnother() public {
        Order memory order = privateSale();
        bytes memory signature = joined(sigFor(order, bob));
        order.sellerFee = 2 * FEE;
        failsFor(due(PRICE, FEE), order, signature);
    }

    function test_RevertWhen_TheNumberIsAnother() public {
        Order memory order = privateSale();
        bytes memory signature = joined(sigFor(order, bob));
        order.key.salt += 1;
        failsFor(due(PRICE, FEE), order, signature);
    }

    /// A wallet of the same key.
    function test_RevertWhen_TheOwnerIsAnother() public {
        Wallet wallet = new Wallet(alice);
        nft.give(address(wallet), 2);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        Order memory order = privateSale();
        order.key.sellAsset.tokenId = 2;
        bytes memory signature = joined(sigFor(order, bob));
        order.key.owner = address(wallet);
        failsFor(due(PRICE, FEE), order, signature);
    }
}
